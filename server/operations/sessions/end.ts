import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { idSchema } from '../../domain/identifier.ts';
import { unknown } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { managesSessionsOf } from './access.ts';
import { presentSession, sessionSchema } from './view.ts';

/** Signs one browser out at once. Ending it again changes nothing; somebody else's answers like an unknown one. */
export const endSession = defineOperation({
  name: 'sessions.end',
  summary: 'Sign a browser out',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  input: z.strictObject({ id: idSchema('session') }),
  output: z.object({ session: sessionSchema }),
  run(context, { id }) {
    const session = context.tx.sessions.get(id);
    if (!session || !managesSessionsOf(context, session.user_id)) {
      throw unknown('session', `See the sessions under Manage account, or with: ${COMMAND} session list`);
    }
    const ended = { ...session, ended_at: session.ended_at ?? context.now };
    if (session.ended_at === null) context.tx.sessions.put(ended);
    context.record({ type: 'session', id }, { details: { device: session.device } });
    return { session: presentSession(context, ended) };
  },
});
