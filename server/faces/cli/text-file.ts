import { readFile } from 'node:fs/promises';
import { systemErrorCode } from '../../system-error.ts';
import { UsageError } from './exit-code.ts';

/**
 * The text of a file that the person named, byte for byte.
 *
 * @throws {UsageError} when it cannot be read or is not UTF-8.
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`Cannot read the file ${path} (${systemErrorCode(error) ?? 'unknown error'}).`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8 text.`);
  }
}
