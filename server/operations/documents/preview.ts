import { z } from 'zod';
import { unifiedDiff } from '../../domain/diff.ts';
import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { pause } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { changedNames, takesEffect, type ChangeOutcome } from './apply-or-queue.ts';
import { checkSubPagesMayMove, type StagedChange } from './stage-change.ts';
import { presentDocument } from './view.ts';

export const previewSchema = z.object({
  diff: z.string().describe('Unified diff of the text, empty when it stays'),
  waits: z.boolean().describe('Whether the change, or the publishing, would wait for review'),
  loss: z.string().optional().describe('What would be lost and needs allow_shrink'),
});

export type Preview = z.infer<typeof previewSchema>;

/** What a change would do, without doing it: `document` is as it stands, `changed` what would change. */
export async function previewChange(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  change: StagedChange,
  loss: string | undefined,
): Promise<ChangeOutcome & { preview: Preview }> {
  const content = await context.tx.documents.content(document.id);
  if (change.fields.space_id !== undefined) checkSubPagesMayMove(context, document);
  const changed = changedNames(change);
  context.record({ type: 'document', id: document.id }, { details: { dry_run: true } });
  await pause();
  const names = { before: `version ${document.version}`, after: 'with this change' };
  const preview = {
    diff: unifiedDiff(content, change.content ?? content, names),
    waits: changed.length > 0 && !takesEffect(context, document, space, change.fields),
    ...(loss !== undefined && { loss }),
  };
  return { pending: false, document: presentDocument(context, document, content), changed, preview };
}
