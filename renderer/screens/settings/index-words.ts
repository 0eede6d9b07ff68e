import type { OutputOf } from '../../../server/faces/app/contract.ts';

type Progress = OutputOf<'search.status'>['progress'];
type Status = Pick<OutputOf<'search.status'>, 'state' | 'indexed' | 'documents' | 'problem'>;

/** How the search index is, in one sentence. */
export function indexWords({ state, indexed, documents, problem }: Status): string {
  switch (state) {
    case 'ready':
      return problem ?? (documents === 1 ? 'One page can be found.' : `All ${documents} pages can be found.`);
    case 'building':
      return `Reading the pages: ${indexed} of ${documents} can be found by now.`;
    case 'off':
      return 'This server was started without search.';
    case 'unavailable':
      return `Search does not answer${problem === null ? '' : `: ${problem}`}. Building the index anew mends it.`;
    default:
      return state satisfies never;
  }
}

/** How far the building anew is; it begins with nothing to say. */
export function rebuildWords(progress: Progress): string {
  if (progress === null) return 'Building the index anew. Searches are answered meanwhile.';
  const { done, total } = progress;
  if (done >= total) return 'All pages are read; the new index is being saved.';
  return `Building the index anew: ${counted(done)} of ${counted(total)} pages read. Searches are answered meanwhile.`;
}

/** In percent: what can be found while a start fills the index. */
export function indexShare({ indexed, documents }: Pick<Status, 'indexed' | 'documents'>): number {
  return shareOf(indexed, documents);
}

/** In percent, of a building anew. */
export function rebuildShare(progress: Progress): number {
  return progress === null ? 0 : shareOf(progress.done, progress.total);
}

const shareOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));

const counted = (count: number): string => count.toLocaleString('en');
