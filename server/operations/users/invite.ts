import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { roleSchema } from '../../domain/role.ts';
import { mintSecret } from '../../domain/token-secret.ts';
import { displayNameSchema, emailSchema, usernameSchema, type User } from '../../domain/user.ts';
import { badRequest, conflict } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { findUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { stageCode } from '../sign-in/codes.ts';
import { stageUser } from './create.ts';
import { presentUser, userSchema } from './view.ts';

const inputSchema = z.strictObject({
  username: usernameSchema,
  role: roleSchema.optional().describe('Required for somebody new'),
  name: displayNameSchema.optional(),
  email: emailSchema.nullable().default(null),
  training_manager: z.boolean().default(false),
});
type Input = z.output<typeof inputSchema>;

/**
 * Adds a person and makes the address at which they choose a password. For somebody who was invited before and has
 * not come yet, it makes another address, and the earlier one is void.
 */
export const inviteUser = defineOperation({
  name: 'users.invite',
  summary: 'Invite a person',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: inputSchema,
  output: z.object({ user: userSchema, url: z.string(), expires_at: z.string() }),
  async run(context, input) {
    requireAdmin(context, 'invite a person');
    const user = invitedBefore(context, input) ?? (await stageNew(context, input));
    const { secret, hash } = mintSecret('invitation');
    const code = stageCode(context, { kind: 'invitation', userId: user.id, secretHash: hash });
    context.record({ type: 'user', id: user.id }, { details: { role: user.role } });
    return {
      user: presentUser(user),
      url: `${context.actor.base_url}/invitation/${secret}`,
      expires_at: code.expires_at,
    };
  },
});

function stageNew(context: OperationContext, { role, ...person }: Input): Promise<User> {
  if (role === undefined) throw badRequest('role: is required for somebody new');
  return stageUser(context, { ...person, role });
}

function invitedBefore(context: OperationContext, { username, role }: Input): User | undefined {
  const known = findUser(context, username);
  const user = known ? context.tx.users.get(known.id) : undefined;
  if (!user) return undefined;
  if (user.disabled) throw conflict(`The account ${username} is disabled.`, { hint: 'Enable it first.' });
  if (user.password_hash !== null) {
    throw conflict(`${username} has a password already.`, {
      hint: `To let them in without it, make a one-time code in the person’s menu under Spaces and people, or with: ${COMMAND} user sign-in-code ${username}`,
    });
  }
  if (role !== undefined && role !== user.role) {
    throw conflict(`${username} was invited before, as ${user.role}.`, {
      hint: `To change that, edit the person under Spaces and people, or: ${COMMAND} user set ${username} --role ${role}`,
    });
  }
  return user;
}
