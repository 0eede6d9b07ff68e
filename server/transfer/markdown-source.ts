import type { z } from 'zod';
import type { SkippedFile, SourceFile } from '../domain/markdown-files/import-plan.ts';
import { AppError } from '../errors.ts';
import type { Operation } from '../operations/define.ts';

/** Four bytes for each of the most characters that a document may have. */
export const MOST_PAGE_BYTES = 8_000_000;

/** Files of one import by archive or from a browser, and their bytes together (security Z2). */
export const MOST_FILES = 10_000;
export const MOST_FILE_BYTES = 4_000_000_000;

/**
 * All texts of an import. Links and nesting are known only when every page is, so all of them are in memory at once,
 * several times over (as bytes, as text, as pages): this many take about 1 GB.
 */
const MOST_TEXT_BYTES = 200_000_000;

/** @throws {AppError} payload_too_large when an import of so many bytes of Markdown takes more memory than there may be */
export function requireFittingText(bytes: number): void {
  if (bytes <= MOST_TEXT_BYTES) return;
  throw new AppError(
    'payload_too_large',
    `There are more than ${MOST_TEXT_BYTES / 1e6} MB of Markdown, which is the most for one import. Nothing was imported.`,
    { hint: 'Import it in parts, one folder after the other. Pictures do not count.' },
  );
}

/** Markdown files to be imported, and what lies beside them. */
export interface MarkdownSource {
  files: SourceFile[];
  /** Paths of files that are not Markdown, so that links to them are not called dead. */
  otherFiles: Set<string>;
  skipped: SkippedFile[];
  /** Reads one of the other files. @throws {AppError} payload_too_large when it has more than `mostBytes` */
  read(path: string, mostBytes: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Runs an operation as the person who imports or exports. */
export type RunOperation = <Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>;
