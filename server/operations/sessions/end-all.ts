import { z } from 'zod';
import { usernameSchema } from '../../domain/user.ts';
import { defineOperation } from '../define.ts';
import { currentSessionOf, whoseSessions } from './access.ts';
import { endSessionsOf } from './stage.ts';

/** Signs somebody out everywhere: oneself, or anybody for an admin at the desk. */
export const endAllSessions = defineOperation({
  name: 'sessions.end_all',
  summary: 'Sign out everywhere',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  input: z.strictObject({
    username: usernameSchema.optional().describe('Whose; your own when absent'),
    keep_current: z.boolean().default(false).describe('All but the session that asks'),
  }),
  output: z.object({ ended: z.int() }),
  run(context, { username, keep_current }) {
    const user = whoseSessions(context, username);
    const kept = keep_current ? currentSessionOf(context) : undefined;
    const ended = endSessionsOf(context, user.id, kept);
    context.record({ type: 'user', id: user.id }, { details: { ended } });
    return { ended };
  },
});
