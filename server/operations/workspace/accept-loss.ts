import { z } from 'zod';
import { conflict } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { auditEntry, requireAdmin } from '../perform.ts';
import { damageSchema } from './verify.ts';

/** Audit details are one line; the damage report itself has all files. */
const MOST_NAMED = 20;

const ACTION = 'workspace.accept_loss';

/**
 * The owner goes on without what could not be recovered. Where the folder was opened for it, what is damaged was put
 * aside then, and this puts on record what was accepted, and by whom. While a server has the folder open, it is noted
 * for the next start, which does both (security X6).
 */
export const acceptLoss = defineOperation({
  name: ACTION,
  summary: 'Accept the loss of damaged data',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    accepted: z.array(damageSchema),
    needs_restart: z.boolean().describe('It counts from the next start'),
  }),
  async run(context) {
    requireAdmin(context, 'accept the loss of data');
    const { damage, instanceId, loss, readOnlyReason } = context.services.store;
    const accepted = damage.filter(({ lost }) => lost);
    if (accepted.length === 0) return { accepted, needs_restart: false };
    const files = accepted.slice(0, MOST_NAMED).map(({ file }) => file);
    const target = { type: 'workspace', id: instanceId };
    const details = { losses: accepted.length, files: files.join(', ') };
    if (loss) {
      const subject = { target, result: 'ok', details };
      await loss.accept(auditEntry({ name: ACTION }, context.actor, context.user, context.now, subject));
      return { accepted, needs_restart: true };
    }
    if (readOnlyReason !== null) throw cannotBeAccepted(readOnlyReason);
    context.record(target, { details, isEvent: true });
    return { accepted, needs_restart: false };
  },
});

function cannotBeAccepted(reason: string) {
  return conflict(`This loss cannot be accepted: ${reason}`, {
    hint: 'Export the pages as Markdown files, and import them into a new workspace.',
  });
}
