import { createTwoFilesPatch } from 'diff';

/** Beyond this many changed lines a line-by-line comparison helps nobody and could block the process. */
const MAX_CHANGED_LINES = 5_000;
const TIME_LIMIT_MS = 40;

/** A unified diff of two texts, `''` when they are the same. Texts too different to compare say so instead. */
export function unifiedDiff(before: string, after: string, names: { before: string; after: string }): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(names.before, names.after, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_CHANGED_LINES,
    timeout: TIME_LIMIT_MS,
  });
  return patch ?? `--- ${names.before}\n+++ ${names.after}\n(The texts differ too much to compare line by line.)\n`;
}
