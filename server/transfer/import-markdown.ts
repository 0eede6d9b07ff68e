import { newId } from '../domain/identifier.ts';
import {
  findExistingPages,
  withoutExisting,
  type ExistingPage,
} from '../domain/markdown-files/existing-pages.ts';
import {
  planImport,
  type ImportPlan,
  type PlannedAttachment,
  type PlannedPage,
  type SkippedFile,
} from '../domain/markdown-files/import-plan.ts';
import { isImageName } from '../domain/markdown-files/file-kinds.ts';
import type { TellProgress } from '../domain/markdown-files/transfer-progress.ts';
import { conflict } from '../errors.ts';
import { finishInSlices, pause } from '../sliced-work.ts';
import { importDocuments } from '../operations/documents/import.ts';
import { listDocuments } from '../operations/documents/list.ts';
import { checkImages, sendImages, type FoundImages } from './import-images.ts';
import { missingImages } from './missing-images.ts';
import type { MarkdownSource, RunOperation } from './markdown-source.ts';

export interface ImportOptions {
  space: string;
  /** Publishes the pages, except those whose front matter says draft. */
  publish: boolean;
  /** What to do when the space has some of the pages already. */
  existing: 'refuse' | 'skip' | 'again';
}

export interface ImportReport {
  imported: number;
  /** Pages that the space had already and that were left alone. */
  existing: number;
  /** Pages whose publishing waits for review. */
  queued: number;
  /** Ids of the pages that came in as drafts. */
  drafts: string[];
  skipped: SkippedFile[];
  notes: ImportPlan['notes'];
  dead_links: ImportPlan['deadLinks'];
  missing_images: ImportPlan['missingImages'];
  /** Images that are left as they are in the text. */
  images: number;
  /** Images that came along, also those that pages which were there already still lacked. */
  attached: number;
}

/** A batch is one commit; it stays small enough for one message over the local socket. */
const BATCH_PAGES = 50;
const BATCH_CHARACTERS = 4_000_000;
const LIST_PAGE = 100;

/**
 * Brings Markdown files in, batch by batch, each with the pictures that its pages show: whatever stops it, at most one
 * batch lacks some of them. With `existing: 'skip'` it goes on from there, those pictures first.
 *
 * @throws {AppError} conflict when the space has some of the pages and `existing` is `refuse`; nothing was imported
 */
export async function importMarkdown(
  run: RunOperation,
  source: MarkdownSource,
  options: ImportOptions,
  onProgress: TellProgress,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const { linkedFiles } = await finishInSlices(planImport(source.files, source.otherFiles, newId));
  const looked = (done: number, total: number) =>
    onProgress({ phase: 'reading', pages: 0, totalPages: 0, images: done, totalImages: total });
  const images = await checkImages(run, source, linkedFiles, looked, signal);
  const plan = await finishInSlices(planImport(source.files, source.otherFiles, newId, images.usable));
  const existing =
    options.existing === 'again' ? new Map<string, string>() : await existingPages(run, plan.pages, options);
  const pages = withoutExisting(plan.pages, existing);
  const attachmentsOf = byDocument(plan.attachments);
  const lacking = await missingImages(run, plan, existing, signal);
  const attached = pages.reduce((sum, { id }) => sum + attachmentsOf(id).length, lacking.length);
  const totals = { phase: 'writing' as const, totalPages: pages.length, totalImages: attached };
  let imported = 0;
  let queued = 0;
  const drafts: string[] = [];
  let sent = 0;
  const advance = () => onProgress({ ...totals, pages: imported, images: sent });
  const send = (attachments: readonly PlannedAttachment[]) =>
    sendImages(run, source, attachments, () => {
      sent += 1;
      advance();
      signal?.throwIfAborted();
    });
  advance();
  await send(lacking);
  for (const batch of batches(pages)) {
    signal?.throwIfAborted();
    const documents = batch.map((page) => ({ ...page, status: statusOf(page, options) }));
    const answer = await run(importDocuments, { space: options.space, documents });
    imported += answer.created.length;
    queued += answer.queued;
    drafts.push(...answer.created.filter(({ status }) => status === 'draft').map(({ id }) => id));
    advance();
    await send(batch.flatMap(({ id }) => attachmentsOf(id)));
  }
  return {
    imported,
    existing: existing.size,
    queued,
    drafts,
    attached,
    skipped: [...skippedFiles(source, linkedFiles, images), ...plan.skipped],
    notes: plan.notes,
    dead_links: plan.deadLinks,
    missing_images: plan.missingImages,
    images: plan.images,
  };
}

/** Pictures are no Markdown and come along all the same; those that are refused have a reason of their own. */
function skippedFiles(
  { skipped, otherFiles }: Pick<MarkdownSource, 'skipped' | 'otherFiles'>,
  linkedFiles: ReadonlySet<string>,
  { usable, refused }: FoundImages,
): SkippedFile[] {
  const reasons = new Map(refused.map(({ path, reason }) => [path, reason]));
  for (const path of otherFiles)
    if (isImageName(path) && !linkedFiles.has(path)) reasons.set(path, 'no page shows it');
  return skipped
    .filter(({ path }) => !usable.has(path))
    .map(({ path, reason }) => ({ path, reason: reasons.get(path) ?? reason }));
}

/** By id of the planned page. Before anything is written: nobody wants a page twice without having said so. */
async function existingPages(
  run: RunOperation,
  planned: readonly PlannedPage[],
  { space, existing: wanted }: ImportOptions,
): Promise<Map<string, string>> {
  const existing = findExistingPages(planned, await pagesOf(run, space));
  if (wanted === 'skip' || existing.size === 0) return existing;
  const example = planned.find(({ id }) => existing.has(id))?.title ?? '';
  const are = existing.size === 1 ? 'is' : 'are';
  const pages = planned.length === 1 ? '1 page' : `${planned.length.toLocaleString('en')} pages`;
  throw conflict(
    `${existing.size.toLocaleString('en')} of the ${pages} ${are} in ${space} already, such as “${example}”. Nothing was imported.`,
    {
      hint: 'Choose to import only the others, or all of them once more.',
      details: { existing: existing.size, pages: planned.length },
    },
  );
}

async function pagesOf(run: RunOperation, space: string): Promise<ExistingPage[]> {
  const pages: ExistingPage[] = [];
  for (let offset = 0; ; offset += LIST_PAGE) {
    // All of it is in memory: nothing else makes it wait.
    await pause();
    const { items, total } = await run(listDocuments, { space, limit: LIST_PAGE, offset });
    pages.push(...items);
    if (offset + LIST_PAGE >= total) return pages;
  }
}

function byDocument(attachments: readonly PlannedAttachment[]): (id: string) => readonly PlannedAttachment[] {
  const groups = Map.groupBy(attachments, ({ document }) => document);
  return (id) => groups.get(id) ?? [];
}

function statusOf(page: PlannedPage, { publish }: ImportOptions): 'published' | 'draft' {
  return publish && page.status !== 'draft' ? 'published' : 'draft';
}

/** Parents come before their sub-pages, so each batch finds the pages that it nests under. */
function* batches(pages: readonly PlannedPage[]): Generator<PlannedPage[]> {
  let batch: PlannedPage[] = [];
  let characters = 0;
  for (const page of pages) {
    if (
      batch.length === BATCH_PAGES ||
      (batch.length > 0 && characters + page.content.length > BATCH_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(page);
    characters += page.content.length;
  }
  if (batch.length > 0) yield batch;
}

/** What there is to know of an import beside its numbers and what was left out, in sentences. */
export function remarksOn({ notes, missing_images: images, dead_links: links }: ImportReport): string[] {
  return [
    ...notes.map(({ note, files }) => `${note} (${files === 1 ? '1 file' : `${files} files`})`),
    ...images.map(({ path, image }) => `${path}: the picture ${image} is missing`),
    ...links.map(({ path, link }) => `${path}: the link ${link} leads nowhere`),
  ];
}
