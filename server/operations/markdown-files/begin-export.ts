import { z } from 'zod';
import { slugSchema } from '../../domain/space.ts';
import type { TransferJob } from '../../transfer-ports.ts';
import type { OperationContext } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';

/** What goes out: the documents of a space, or of all. */
export const exportInput = z.strictObject({ space: slugSchema.optional().describe('One space only') });

/**
 * Begins an export for an admin, and puts it on record.
 *
 * @param doing what they do, for the refusal, e.g. `export the documents`
 */
export function beginExport(
  context: OperationContext,
  { space }: z.output<typeof exportInput>,
  doing: string,
  start: (options: { space: string | undefined }) => TransferJob,
): TransferJob {
  requireAdmin(context, doing);
  if (space !== undefined) loadSpace(context, space);
  const job = start({ space });
  context.record(
    { type: 'workspace', id: context.services.store.instanceId },
    { details: { file: job.path }, isEvent: true },
  );
  return job;
}
