import { z } from 'zod';
import { isStanding } from '../../domain/session.ts';
import { usernameSchema } from '../../domain/user.ts';
import { defineOperation } from '../define.ts';
import { requireOthersSessions, whoseSessions } from './access.ts';
import { presentSession, sessionSchema } from './view.ts';

/** Where somebody is signed in, newest first: oneself, or anybody for an admin at the desk. */
export const listSessions = defineOperation({
  name: 'sessions.list',
  summary: 'List the browsers that are signed in',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({
    username: usernameSchema.optional().describe('Whose; your own when absent'),
    everybody: z.boolean().default(false).describe('All people’s, for an admin at the desk'),
  }),
  output: z.object({ items: z.array(sessionSchema), total: z.int() }),
  run(context, { username, everybody }) {
    if (everybody) requireOthersSessions(context);
    const { store, views } = context.services;
    const sessions = everybody
      ? [...store.tables.sessions.all()].toSorted((left, right) =>
          right.created_at.localeCompare(left.created_at),
        )
      : views.sessionsOf(whoseSessions(context, username).id);
    const now = Date.parse(context.now);
    const items = sessions
      .filter((session) => isStanding(session, now))
      .map((session) => presentSession(context, session));
    return { items, total: items.length };
  },
});
