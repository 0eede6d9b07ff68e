import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { usernameSchema } from '../../domain/user.ts';
import { maySeeSitting } from '../../policies/sittings.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { presentSittings, sittingSchema } from './view.ts';

export const WHERE_PEOPLE_UNDO = `People see and take back what apps did in the app under App activity, or at the machine of the workspace: \`${COMMAND} sitting list\`.`;

/** What apps and tokens did in one go, newest first: a person's own, and everybody's for admins. */
export const listSittings = defineOperation({
  name: 'sittings.list',
  summary: 'List the sittings of apps and tokens',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: WHERE_PEOPLE_UNDO,
  input: z.strictObject({
    username: usernameSchema.optional().describe('Of one person'),
    credential: z.string().min(1).max(64).optional().describe('Id of one app or token (app_…, tok_…)'),
    ...pageInput,
  }),
  output: listOutput(sittingSchema),
  async run(context, { username, credential, ...page }) {
    if (username !== undefined && username !== context.user.username)
      requireAdmin(context, 'see what the apps of others did');
    const of = username === undefined ? undefined : findUser(context, username);
    if (of === null) throw unknownUser();
    const { services, user } = context;
    const candidates =
      credential === undefined
        ? [...services.store.tables.sittings.all()]
        : services.views.sittingsOf(credential);
    const found = candidates
      .filter((sitting) => maySeeSitting(user, sitting) && (!of || sitting.user_id === of.id))
      .toSorted((left, right) => (left.started_at < right.started_at ? 1 : -1));
    const { items, ...rest } = pageOf(found, page);
    return { ...rest, items: await presentSittings(context, items) };
  },
});
