import type { OutputOf } from '../../../server/faces/app/contract.ts';

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

/** In percent. */
export function indexShare({ indexed, documents }: Status): number {
  return documents === 0 ? 100 : (100 * indexed) / documents;
}
