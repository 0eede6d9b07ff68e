import type { OutboundFetcher } from '../../server/fetch-ports.ts';

/** For tests that fetch nothing: an attempt fails loudly. */
export const noFetcher: OutboundFetcher = {
  fetch: () => Promise.reject(new Error('Nothing is fetched in this test.')),
};
