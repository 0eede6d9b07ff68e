import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { damageSchema } from './verify.ts';

/** Audit details are one line; the damage report itself has all files. */
const MOST_NAMED = 20;

/**
 * Puts on record that the owner goes on without what could not be recovered. The folder was opened for it, and what
 * is damaged was put aside then: this names what was accepted, and by whom.
 */
export const acceptLoss = defineOperation({
  name: 'workspace.accept_loss',
  summary: 'Accept the loss of damaged data',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ accepted: z.array(damageSchema) }),
  run(context) {
    requireAdmin(context, 'accept the loss of data');
    const { damage, instanceId } = context.services.store;
    const accepted = damage.filter(({ lost }) => lost);
    if (accepted.length === 0) return { accepted };
    const files = accepted.slice(0, MOST_NAMED).map(({ file }) => file);
    context.record(
      { type: 'workspace', id: instanceId },
      { details: { losses: accepted.length, files: files.join(', ') }, isEvent: true },
    );
    return { accepted };
  },
});
