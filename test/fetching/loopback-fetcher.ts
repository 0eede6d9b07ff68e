import {
  createOutboundFetcher,
  type OutboundFetcherOptions,
} from '../../server/fetching/create-outbound-fetcher.ts';
import type { FetchedFile, FetchRequest } from '../../server/fetch-ports.ts';
import { CERTIFICATE } from './certificate.ts';

export type FetchUrl = (url: string, request?: Partial<FetchRequest>) => Promise<FetchedFile>;

/** A fetcher for which every name is on loopback and loopback counts as public; other rules stay in force. */
export function loopbackFetcher(options: Partial<OutboundFetcherOptions> = {}): FetchUrl {
  const fetcher = createOutboundFetcher({
    version: '0.0.0-test',
    resolveName: async () => ['127.0.0.1'],
    isAllowedAddress: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
    authorities: CERTIFICATE,
    ...options,
  });
  return (url, request) =>
    fetcher.fetch({ url, purpose: 'image', maxBytes: 100_000, allowHttp: true, ...request });
}

/** What a fetch was refused with. */
export async function refusal(fetching: Promise<FetchedFile>): Promise<{ code: string; message: string }> {
  const { code, message } = await fetching.then(
    () => ({ code: 'none', message: 'It was fetched.' }),
    (error: { code: string; message: string }) => error,
  );
  return { code, message };
}
