import { asTitle, type MarkdownFile } from './front-matter.ts';

/** So many keys are named; more are rarely of interest, and a hostile file may hold thousands. */
const SHOWN_KEYS = 20;
const LONGEST_KEY = 60;

/** What was done to the files of an import, each sentence with the number of files that it is true of, most first. */
export function notesOn(
  files: readonly Pick<MarkdownFile, 'notes' | 'notKept'>[],
): { note: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { notes } of files)
    for (const note of new Set(notes)) counts.set(note, (counts.get(note) ?? 0) + 1);
  const notKept = new Set(files.flatMap((file) => file.notKept));
  if (notKept.size > 0)
    counts.set(
      `Not kept from front matter: ${named([...notKept])}`,
      files.filter((file) => file.notKept.length > 0).length,
    );
  return [...counts].map(([note, count]) => ({ note, files: count })).toSorted((a, b) => b.files - a.files);
}

function named(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => asTitle(key).slice(0, LONGEST_KEY));
  const more = keys.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
