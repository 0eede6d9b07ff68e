import { z } from 'zod';
import { forbidden } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { stagePurge } from './purge.ts';
import { purgeTime } from './retention.ts';

/** One commit stays small; what is left waits for the next sweep. */
const MOST_AT_ONCE = 100;

/** "Permanent deletion follows the workspace retention setting." Run by the program itself. */
export const sweepTrash = defineOperation({
  name: 'trash.sweep',
  summary: 'Delete what the Trash has kept long enough',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ deleted: z.int(), more: z.boolean() }),
  run(context) {
    if (context.actor.credential.kind !== 'system')
      throw forbidden('The Trash is swept by the program itself.');
    const due = context.services.views.trashed().filter((document) => {
      const at = document.trashed && purgeTime(document.trashed.at, context.settings);
      return at !== null && at <= context.now;
    });
    let deleted = 0;
    for (const { id } of due.slice(0, MOST_AT_ONCE)) {
      const document = context.tx.documents.get(id);
      if (!document?.trashed) continue;
      stagePurge(context, document);
      deleted += 1;
    }
    context.record({ type: 'trash', id: 'trash' }, { details: { deleted } });
    return { deleted, more: due.length > MOST_AT_ONCE };
  },
});
