import type { OutputOf } from '../../../server/faces/app/contract.ts';

type Semantic = OutputOf<'search.status'>['semantic'];

/** How far search by meaning is, in one sentence. */
export function semanticWords({ state, embedded, documents, problem }: Semantic): string {
  switch (state) {
    case 'off':
      return 'Search by meaning is off.';
    case 'ready':
      return `Ready: ${documents} of ${documents} pages are prepared.`;
    case 'building':
      return `Preparing: ${embedded} of ${documents} pages are done.`;
    case 'failing':
      return `The service does not answer: ${problem ?? 'no reason given'} It is tried again by itself.`;
    default:
      return state satisfies never;
  }
}
