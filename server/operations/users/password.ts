import type { User } from '../../domain/user.ts';
import { refuseContextPassword } from '../../identity/passwords.ts';
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
  refuseContextPassword(password, [username, name, email, context.settings.workspace_name]);
  return context.services.passwords.hash(password);
}
