import { isImageName, isMarkdownName, leftOut } from '../../../server/domain/markdown-files/file-kinds.ts';
import { partsOf } from './transfer-words.ts';
import { counted } from '../../components/amounts.ts';

/** A file that somebody chose or dropped, with its place below what they chose. */
export interface ChosenFile {
  /** With `/`. */
  path: string;
  file: Blob;
}

/** What an import gets of them: pages and pictures come along, of the others the server learns the names only. */
export interface Chosen {
  /** The archive or the folder, or how many files. */
  name: string;
  sent: ChosenFile[];
  named: string[];
  pages: number;
  images: number;
  isArchive: boolean;
}

const isZip = (path: string): boolean => path.toLowerCase().endsWith('.zip');

/** Sorts what was chosen. An archive counts only by itself, not in a folder. */
export function sortChosen(files: readonly ChosenFile[]): Chosen {
  const sent: ChosenFile[] = [];
  const named = new Map<string, string>();
  let pages = 0;
  let images = 0;
  for (const chosen of files) {
    const { path } = chosen;
    const left = leftOut(path);
    const isPage = isMarkdownName(path);
    const isSent = isPage || isImageName(path) || (isZip(path) && !path.includes('/'));
    // One file stands for a hidden folder, which may hold thousands.
    if (left || !isSent) named.set(left?.path ?? path, path);
    else {
      sent.push(chosen);
      if (isPage) pages += 1;
      else if (!isZip(path)) images += 1;
    }
  }
  const isArchive = sent.length === 1 && sent.every(({ path }) => isZip(path));
  return { name: nameOf(files), sent, named: [...named.values()], pages, images, isArchive };
}

function nameOf(files: readonly ChosenFile[]): string {
  const [first] = files;
  if (!first) return '';
  const [top = ''] = first.path.split('/', 1);
  const isOne = files.length === 1 || files.every(({ path }) => path.startsWith(`${top}/`));
  return isOne ? top.slice(0, 255) : `${files.length.toLocaleString('en')} files`;
}

/** “301 pages, 88 pictures; 12 other files left out”; of an archive only what it is. */
export function chosenWords({ pages, images, named, isArchive }: Chosen): string {
  if (isArchive) return 'ZIP archive';
  const parts = partsOf({ pages, images });
  const others = named.length === 0 ? '' : `${counted(named.length, 'other file')} left out`;
  return [parts.join(', '), others].filter(Boolean).join('; ');
}

export function bytesOf({ sent }: Chosen): number {
  return sent.reduce((sum, { file }) => sum + file.size, 0);
}
