import { badRequest } from '../errors.ts';

/** As long as a name in an archive may be (security Z2). */
export const MOST_NAME_BYTES = 1024;

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_IN_A_PATH = /[\u0000-\u001f\u007f\\]/;

/**
 * Refuses a path that no folder holds, and one that came already. Nothing of what is sent gets a file of its own, but
 * links between pages are followed along these paths (security Z2). Remembers the path among `known`.
 *
 * @throws {AppError} bad_request; the name, which a stranger may have chosen, is not repeated
 */
export function checkSentName(path: string, known: Set<string>): void {
  const key = path.normalize('NFC');
  const problem = problemOf(path) ?? (known.has(key) ? 'has the name of another one' : undefined);
  if (problem !== undefined) {
    throw badRequest(`The files are refused: number ${known.size + 1} ${problem}. Nothing was imported.`, {
      hint: 'Choose a folder, or files with plain names.',
    });
  }
  known.add(key);
}

function problemOf(path: string): string | undefined {
  const parts = path.split('/');
  if (Buffer.byteLength(path) > MOST_NAME_BYTES) return 'has a name that is too long';
  if (/^(?:[a-z]:)?\//i.test(path)) return 'has an absolute path';
  if (parts.includes('..')) return 'leads out of its folder';
  const isPlain = parts.every((part) => part !== '' && part !== '.') && !NOT_IN_A_PATH.test(path);
  return isPlain && path.isWellFormed() ? undefined : 'has a name that cannot be';
}
