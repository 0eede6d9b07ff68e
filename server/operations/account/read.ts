import { z } from 'zod';
import { roleSchema } from '../../domain/role.ts';
import { scopeSchema } from '../../domain/personal-token.ts';
import { defineOperation, type OperationContext } from '../define.ts';

const accountSchema = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  training_manager: z.boolean().describe('Admins included'),
  scopes: z.array(scopeSchema).describe('Scopes of the credential of this call'),
  token: z
    .object({
      id: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      expires_at: z.string().nullable(),
    })
    .nullable(),
  workspace: z.object({
    name: z.string(),
    approval_mode: z.enum(['strict', 'open']),
    training: z.boolean().describe('Whether there are trainings'),
    read_only: z
      .boolean()
      .describe('Whether nothing can be changed at the moment, e.g. because files are damaged'),
    version: z.string(),
  }),
});

/** Who the credential acts as, with what (specification, "Token introspection record"). */
export const readAccount = defineOperation({
  name: 'account.read',
  summary: 'Read the acting account',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({}),
  output: accountSchema,
  run(context) {
    const { user, actor, settings, services } = context;
    const { id, username, name, email, role } = user;
    return {
      id,
      username,
      name,
      email,
      role,
      training_manager: user.training_manager || role === 'admin',
      scopes: [...actor.scopes],
      token: presentOwnToken(context),
      workspace: {
        name: settings.workspace_name,
        approval_mode: settings.approval_mode,
        training: settings.training,
        read_only: services.store.readOnlyReason !== null,
        version: services.version,
      },
    };
  },
});

function presentOwnToken({ actor, tx, services }: OperationContext) {
  const token = actor.credential.kind === 'personal_token' ? tx.tokens.get(actor.credential.id) : undefined;
  if (!token) return null;
  const { id, name, created_at, expires_at } = token;
  return { id, name, created_at, last_used_at: services.lastUsed.of(id), expires_at };
}
