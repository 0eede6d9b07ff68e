import { isContextPassword } from '../../domain/password.ts';
import type { User } from '../../domain/user.ts';
import { badRequest } from '../../errors.ts';
import type { OperationContext } from '../define.ts';

/**
 * The hash of a new password, refused when it is little more than a name that others know (security P1).
 *
 * @throws {AppError} bad_request; unavailable when too many passwords are being hashed
 */
export async function hashNewPassword(
  context: OperationContext,
  { username, name, email }: Pick<User, 'username' | 'name' | 'email'>,
  password: string,
): Promise<string> {
  if (isContextPassword(password, [username, name, email, context.settings.workspace_name])) {
    throw badRequest('password: is too close to a name that others know', {
      hint: 'Choose a few unrelated words instead.',
    });
  }
  return context.services.passwords.hash(password);
}
