import type { z } from 'zod';
import type { SkippedFile, SourceFile } from '../domain/markdown-files/import-plan.ts';
import type { Operation } from '../operations/define.ts';

/** Four bytes for each of the most characters that a document may have. */
export const MOST_PAGE_BYTES = 8_000_000;

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

export function isMarkdownName(name: string): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(name);
}
