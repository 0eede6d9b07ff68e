import { z } from 'zod';
import type { Sitting } from '../../domain/sitting.ts';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { WHERE_PEOPLE_UNDO } from './list.ts';
import { loadSitting } from './load.ts';
import { createReport, undoItemSchema, type Undoing, type UndoItem } from './report.ts';
import { undoDocuments } from './undo-documents.ts';
import { reportImages, reportOthers, undoUploadLinks } from './undo-others.ts';
import { undoRequests } from './undo-requests.ts';
import { undoTraining } from './undo-training.ts';
import { presentSitting, sittingSchema } from './view.ts';
import { writesOf, type Write } from './writes.ts';

/** One commit stays small enough for its readers and for the journal; what is left waits for the next call. */
const BUDGET = { records: 100, characters: 20_000_000 };

/**
 * Restores everything that one sitting changed, as new versions, and reports what it could not. Where others have
 * worked since, only the sitting's own changes are taken back; rights and the approval workflow apply as of now.
 * Safe to call again: what has been taken back stays as it is.
 */
export const undoSitting = defineOperation({
  name: 'sittings.undo',
  summary: 'Take back what a sitting changed',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  peopleHint: WHERE_PEOPLE_UNDO,
  input: z.strictObject({
    id: idSchema('sitting'),
    dry_run: z.boolean().default(false).describe('Answer what would happen and change nothing'),
  }),
  output: z.object({
    sitting: sittingSchema,
    dry_run: z.boolean(),
    message: z.string(),
    items: z.array(undoItemSchema).describe('What was dealt with, and what stays; nothing about the rest'),
    remaining: z.int().describe('Documents for which one commit had no room: call again'),
  }),
  async run(context, { id, dry_run: isDryRun }) {
    const sitting = loadSitting(context, id);
    const writes = (await writesOf(context, [sitting])).get(id) ?? [];
    const report = createReport();
    const undoing: Undoing = {
      context: isDryRun ? withoutEffect(context) : context,
      sitting,
      about: report.about,
      marks: new Set(),
      budget: { ...BUDGET },
    };
    const remaining = await undoAll(undoing, writes);
    const items = report.items();
    const after = isDryRun || !context.tx.hasChanges ? sitting : stageUndone(undoing);
    context.record({ type: 'sitting', id }, { details: { ...countsOf(items), dry_run: isDryRun } });
    return {
      sitting: presentSitting(context, after, writes),
      dry_run: isDryRun,
      message: describe(items, remaining, isDryRun),
      items,
      remaining,
    };
  },
});

/** The same context over a transaction that is never committed. */
function withoutEffect(context: OperationContext): OperationContext {
  return { ...context, tx: context.services.store.begin(), record: () => undefined };
}

/** Requests first: what they proposed must not stand in the way of the documents they are about. */
async function undoAll(undoing: Undoing, writes: readonly Write[]): Promise<number> {
  const documents = byTarget(writes, 'document');
  const decks = byTarget(writes, 'deck');
  undoRequests(undoing, documents.keys());
  const remaining = await undoDocuments(undoing, documents);
  reportImages(undoing, documents.keys());
  undoTraining(undoing, decks);
  undoUploadLinks(undoing);
  reportOthers(undoing, writes);
  return remaining;
}

function byTarget(writes: readonly Write[], type: string): Map<string, Write[]> {
  const grouped = new Map<string, Write[]>();
  for (const write of writes) {
    if (write.target.type !== type) continue;
    const group = grouped.get(write.target.id) ?? [];
    grouped.set(write.target.id, group);
    group.push(write);
  }
  return grouped;
}

/** Ends the sitting: what its app writes from now on is another one. */
function stageUndone({ context, sitting, marks }: Undoing): Sitting {
  const ids = [...new Set([...(sitting.undone?.ids ?? []), ...marks])];
  const undone = { at: context.now, by: context.user.id, ids };
  const ended = { ...sitting, last_write_at: context.services.sittings.lastWriteOf(sitting), undone };
  context.tx.sittings.put(ended);
  return ended;
}

function countsOf(items: readonly UndoItem[]): Record<UndoItem['outcome'], number> {
  const count = (wanted: UndoItem['outcome']) => items.filter(({ outcome }) => outcome === wanted).length;
  return { undone: count('undone'), partly: count('partly'), queued: count('queued'), kept: count('kept') };
}

function describe(items: readonly UndoItem[], remaining: number, isDryRun: boolean): string {
  const { undone, partly, queued, kept } = countsOf(items);
  const stays = kept === 0 ? '' : ` What stays: ${kept}, each with the reason.`;
  if (undone + partly + queued + remaining === 0) return `Nothing is left to take back.${stays}`;
  const parts = [
    ...(undone > 0 ? [`taken back: ${undone}`] : []),
    ...(partly > 0 ? [`taken back in part: ${partly}`] : []),
    ...(queued > 0 ? [`waiting for review: ${queued}`] : []),
    ...(kept > 0 ? [`staying as they are: ${kept}`] : []),
  ];
  const more = remaining === 0 ? '' : ` ${remaining} more are to be looked at: call again.`;
  const counts = `${parts.join(', ')}.${more}`;
  return isDryRun
    ? `Nothing was changed. This would come of it: ${counts}`
    : `${counts.charAt(0).toUpperCase()}${counts.slice(1)}`;
}
