import { planExport, type ExportedDocument } from '../domain/markdown-files/export-plan.ts';
import { AppError } from '../errors.ts';
import { exportAttachment } from '../operations/attachments/export.ts';
import { exportDocuments } from '../operations/documents/export.ts';
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

export type ExportProgress = (progress: { done: number; total: number }) => void;

const PAGE = 100;

/** Reads the documents of a space, or of all of them, before the target is touched. */
export async function readForExport(
  run: RunOperation,
  space: string | undefined,
  signal?: AbortSignal,
): Promise<ExportedDocument[]> {
  const filter = space === undefined ? {} : { space };
  const documents = new Map<string, ExportedDocument>();
  for (let offset = 0; ;) {
    signal?.throwIfAborted();
    const page = await run(exportDocuments, { ...filter, limit: PAGE, offset });
    for (const document of page.items) documents.set(document.id, document);
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return [...documents.values()];
  }
}

/** Writes documents as Markdown files, with the pictures that belong to them beside. */
export async function exportMarkdown(
  run: RunOperation,
  documents: readonly ExportedDocument[],
  target: MarkdownTarget,
  onProgress: ExportProgress,
  signal?: AbortSignal,
): Promise<ExportReport> {
  const { pages, images } = planExport(documents);
  const total = pages.length + images.length;
  const lost: string[] = [];
  let done = 0;
  const advance = (count: number) => onProgress({ done: (done += count), total });
  advance(0);
  for (const { path, text } of pages) {
    signal?.throwIfAborted();
    await target.write(path, text);
    advance(1);
  }
  for (const { path, id } of images) {
    signal?.throwIfAborted();
    const bytes = await bytesOf(run, id);
    if (bytes) await target.write(path, bytes);
    else lost.push(path);
    advance(1);
  }
  return { exported: pages.length, images: images.length - lost.length, lost };
}

/** Undefined when they are lost. */
async function bytesOf(run: RunOperation, id: string): Promise<Buffer | undefined> {
  try {
    const { data } = await run(exportAttachment, { id });
    return Buffer.from(data, 'base64');
  } catch (error) {
    if (error instanceof AppError && error.details?.['lost'] === true) return undefined;
    throw error;
  }
}
