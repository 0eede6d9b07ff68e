import type { ImportPlan, PlannedAttachment } from '../domain/markdown-files/import-plan.ts';
import { missingAttachments } from '../domain/markdown-files/missing-attachments.ts';
import { AppError } from '../errors.ts';
import { listAttachments } from '../operations/attachments/list.ts';
import { readAttachment } from '../operations/attachments/read.ts';
import { readDocument } from '../operations/documents/read.ts';
import type { RunOperation } from './markdown-source.ts';

const LIST_PAGE = 100;

/**
 * Pictures that pages of an earlier import show and lack because it was stopped, planned for those pages.
 *
 * @param existing by id of the planned page, the id of the existing one
 */
export async function missingImages(
  run: RunOperation,
  plan: Pick<ImportPlan, 'pages' | 'attachments'>,
  existing: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<PlannedAttachment[]> {
  const planned = Map.groupBy(plan.attachments, ({ document }) => document);
  const missing: PlannedAttachment[] = [];
  for (const { id, content } of plan.pages) {
    const attachments = planned.get(id);
    const document = existing.get(id);
    if (!attachments || document === undefined) continue;
    signal?.throwIfAborted();
    const { document: page } = await run(readDocument, { id: document });
    const present = await attachedTo(run, document);
    for (const attachment of missingAttachments(content, page.content, attachments, present))
      if (await isFree(run, attachment.id)) missing.push({ ...attachment, document });
  }
  return missing;
}

async function attachedTo(run: RunOperation, document: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0; ; offset += LIST_PAGE) {
    const { items, total } = await run(listAttachments, { doc_id: document, limit: LIST_PAGE, offset });
    for (const { id } of items) ids.add(id);
    if (offset + LIST_PAGE >= total) return ids;
  }
}

/** A text that was copied shows the pictures of the page that it came from. */
async function isFree(run: RunOperation, id: string): Promise<boolean> {
  try {
    await run(readAttachment, { id });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return true;
    throw error;
  }
}
