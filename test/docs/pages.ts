import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The text of a file of this repository, by its path from the top. */
export function readRepositoryFile(path: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}

/** The cells of all table rows of a page, trimmed. */
export function tableRows(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** What stands under a heading, up to the next one of its level or above; empty when there is no such heading. */
export function sectionOf(page: string, heading: string): string {
  const level = heading.indexOf(' ');
  const rest = page.split(`\n${heading}\n`)[1] ?? '';
  return rest.split(new RegExp(`\\n#{1,${level}} `))[0] ?? '';
}
