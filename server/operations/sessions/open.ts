import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { spendCode } from '../sign-in/codes.ts';
import { browserSchema, openedSchema, stageSession } from './stage.ts';

/** How somebody has proved who they are, for the audit log. */
const MEANS: Readonly<Record<string, string>> = { sign_in_code: 'code', desk: 'launch ticket' };

/** Signs somebody in who has just proved who they are, with a password or with a code, which is spent by it. */
export const openSession = defineOperation({
  name: 'sessions.open',
  summary: 'Sign in',
  scope: 'write',
  effect: 'write',
  reach: 'sign_in',
  input: browserSchema.extend({
    stronger_hash: z.string().max(500).optional().describe('A new hash of the password that was just right'),
  }),
  output: openedSchema,
  run(context, { stronger_hash, ...browser }) {
    const { credential } = context.actor;
    const isByCode = credential.kind === 'sign_in_code';
    if (isByCode) spendCode(context, credential.id, 'sign_in');
    else if (stronger_hash !== undefined) {
      context.tx.users.put({ ...context.user, password_hash: stronger_hash });
    }
    const opened = stageSession(context, browser);
    const details = { with: MEANS[credential.kind] ?? 'password', device: browser.device };
    context.record({ type: 'session', id: opened.session_id }, { details });
    return opened;
  },
});
