import { planPaths, type PlacedDocument } from '../domain/markdown-files/export-paths.ts';
import { exportedText } from '../domain/markdown-files/exported-text.ts';
import type { TellProgress } from '../domain/markdown-files/transfer-progress.ts';
import { AppError } from '../errors.ts';
import { exportAttachment } from '../operations/attachments/export.ts';
import { exportDocuments } from '../operations/documents/export.ts';
import { finishInSlices, pause } from '../sliced-work.ts';
import type { RunOperation } from './markdown-source.ts';

/** Where exported files go. */
export interface MarkdownTarget {
  write(path: string, content: string | Uint8Array): Promise<void>;
}

export interface ExportReport {
  exported: number;
  images: number;
  /** Paths of pictures whose bytes are lost; the others are exported all the same. */
  lost: string[];
}

const PAGE = 100;

/** Which documents a space has, or all of them have, without their texts; before the target is touched. */
export async function readForExport(
  run: RunOperation,
  space: string | undefined,
  signal?: AbortSignal,
): Promise<PlacedDocument[]> {
  const filter = space === undefined ? {} : { space };
  const heads = new Map<string, PlacedDocument>();
  for (let offset = 0; ;) {
    signal?.throwIfAborted();
    // All of it is in memory: nothing else makes it wait.
    await pause();
    const page = await run(exportDocuments, { ...filter, texts: false, limit: PAGE, offset });
    for (const { id, space: slug, parent, title, created_at, attachments } of page.items)
      heads.set(id, { id, space: slug, parent, title, created_at, attachments });
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return [...heads.values()];
  }
}

/**
 * Writes documents as Markdown files, with the pictures that belong to them beside. Texts are read a few at a time, so
 * memory does not grow with them; what was deleted since `readForExport` is left out.
 */
export async function exportMarkdown(
  run: RunOperation,
  heads: readonly PlacedDocument[],
  target: MarkdownTarget,
  onProgress: TellProgress,
  signal?: AbortSignal,
): Promise<ExportReport> {
  const paths = await finishInSlices(planPaths(heads));
  const totals = { phase: 'writing' as const, totalPages: heads.length, totalImages: paths.images.length };
  const lost: string[] = [];
  let pages = 0;
  let images = 0;
  const tell = () => onProgress({ ...totals, pages, images: images + lost.length });
  tell();
  for await (const document of textsOf(run, heads, signal)) {
    const path = paths.pages.get(document.id);
    if (path === undefined) continue;
    await target.write(path, await finishInSlices(exportedText(document, paths)));
    pages += 1;
    tell();
  }
  for (const { path, id } of paths.images) {
    signal?.throwIfAborted();
    const bytes = await bytesOf(run, id);
    if (bytes === 'lost') lost.push(path);
    else if (bytes) {
      await target.write(path, bytes);
      images += 1;
    }
    tell();
  }
  return { exported: pages, images, lost };
}

async function* textsOf(
  run: RunOperation,
  heads: readonly PlacedDocument[],
  signal: AbortSignal | undefined,
) {
  for (let at = 0; at < heads.length; at += PAGE) {
    let ids = heads
      .slice(at, at + PAGE)
      .map(({ id }) => id)
      .toSorted();
    while (ids.length > 0) {
      signal?.throwIfAborted();
      const { items } = await run(exportDocuments, { ids, limit: PAGE });
      yield* items;
      // Long texts come in smaller pages than were asked for.
      const last = items.at(-1)?.id;
      ids = last === undefined ? [] : ids.slice(ids.indexOf(last) + 1);
    }
  }
}

/** Undefined when the picture was deleted meanwhile. */
async function bytesOf(run: RunOperation, id: string): Promise<Buffer | 'lost' | undefined> {
  try {
    const { data } = await run(exportAttachment, { id });
    return Buffer.from(data, 'base64');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.details?.['lost'] === true) return 'lost';
    if (error.code === 'not_found') return undefined;
    throw error;
  }
}
