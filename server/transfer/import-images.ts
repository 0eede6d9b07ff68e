import { isImageName } from '../domain/markdown-files/file-kinds.ts';
import type { PlannedAttachment, SkippedFile } from '../domain/markdown-files/import-plan.ts';
import type { ImageType } from '../domain/image-type.ts';
import { AppError } from '../errors.ts';
import { createLazyImageChecker } from '../lazy-services.ts';
import { createLogger } from '../log.ts';
import { importAttachment } from '../operations/attachments/import.ts';
import { mostImageBytes } from '../operations/attachments/keep-image.ts';
import { readSettings } from '../operations/settings/read.ts';
import type { MarkdownSource, RunOperation } from './markdown-source.ts';

export interface FoundImages {
  /** Those that can be attached, with their types. */
  usable: Map<string, ImageType>;
  refused: SkippedFile[];
}

/** Looks at pictures before anything is imported: a page must not show one that is refused later. */
export async function checkImages(
  run: RunOperation,
  source: Pick<MarkdownSource, 'read'>,
  paths: Iterable<string>,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<FoundImages> {
  const found: FoundImages = { usable: new Map(), refused: [] };
  const images = [...paths].filter((path) => isImageName(path));
  if (images.length === 0) return found;
  const maxBytes = mostImageBytes({ settings: await run(readSettings, {}) });
  const checker = createLazyImageChecker(createLogger('silent'));
  try {
    for (const [index, path] of images.entries()) {
      onProgress(index, images.length);
      signal?.throwIfAborted();
      try {
        const bytes = await source.read(path, maxBytes);
        found.usable.set(path, (await checker.check(bytes, { maxBytes })).type);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        found.refused.push({ path, reason: error.message });
      }
    }
  } finally {
    await checker.close();
  }
  return found;
}

/**
 * Attaches pictures to pages that were imported.
 *
 * @throws {AppError} storage_full, payload_too_large … as `importAttachment` does; those before it are attached then
 */
export async function sendImages(
  run: RunOperation,
  source: Pick<MarkdownSource, 'read'>,
  attachments: readonly PlannedAttachment[],
  onEach: () => void,
): Promise<void> {
  for (const { id, document, path, name } of attachments) {
    const bytes = await source.read(path, Infinity);
    await run(importAttachment, {
      attachment_id: id,
      doc_id: document,
      data: Buffer.from(bytes).toString('base64'),
      name,
    });
    onEach();
  }
}
