import { isIP } from 'node:net';
import { timestamp } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import { untilCommitted } from '../../operations/perform.ts';
import { artifactId } from './artifacts.ts';
import { documentMetadata } from './registration.ts';

/** As the specification of metadata documents suggests, in bytes. */
const DOCUMENT_BYTES = 5 * 1024;
/** A set of public keys, which such a document may name. */
const KEYS_BYTES = 64 * 1024;
const FETCH_MS = 2_500;
const LONGEST_ADDRESS = 512;
/** After a failure an address is left alone for so long. */
const FAILURE_MS = 60_000;
const REMEMBERED = 100;

const PRIVATE_NAME = /(?:^|\.)(?:local|localhost|internal|intranet|lan|home\.arpa|onion)$/;

/** Reads the documents by which clients identify themselves with an https address of theirs. */
export interface ClientMetadata {
  /** Whether an address may be asked at all, by its form and by what was found there a moment ago. */
  mayFetch(clientId: string): boolean;
  /** What the authorization server fetches with: documents under our rules for clients, and clients' public keys. */
  fetch(url: string, options: { isDocument: boolean }): Promise<Response>;
  /**
   * Remembers the document of a client that a person has let in. It stays connected while its own server cannot be
   * reached, over a restart too.
   */
  keep(clientId: string): Promise<void>;
}

/** All fetches go through the guarded fetcher: public addresses only, checked before anything connects (security S1, O8; trap T16). */
export function createClientMetadata(
  services: Pick<Services, 'fetcher' | 'store' | 'clock'>,
): ClientMetadata {
  const { fetcher, store, clock } = services;
  const failedAt = new Map<string, number>();
  const documents = new Map<string, string>();

  async function fetchDocument(url: string): Promise<Response> {
    try {
      const { body, headers } = await fetcher.fetch({
        url,
        purpose: 'client metadata',
        maxBytes: DOCUMENT_BYTES,
        timeoutMs: FETCH_MS,
        maxRedirects: 0,
        accept: 'application/json',
      });
      const text = JSON.stringify(documentMetadata(JSON.parse(body.toString('utf8')), url));
      remember(documents, url, text);
      return answer(text, headers['cache-control']);
    } catch (error) {
      remember(failedAt, url, clock.now());
      const kept = keptText(url);
      if (kept === undefined || !(error instanceof AppError)) throw error;
      return answer(kept);
    }
  }

  function keptText(clientId: string): string | undefined {
    const text = store.tables.oauth_artifacts.get(artifactId('ClientMetadata', clientId))?.payload['text'];
    return typeof text === 'string' ? text : undefined;
  }

  return {
    mayFetch(clientId) {
      const failed = failedAt.get(clientId);
      const isResting = failed !== undefined && clock.now() - failed < FAILURE_MS;
      return isPublicAddress(clientId) && (!isResting || keptText(clientId) !== undefined);
    },
    async fetch(url, { isDocument }) {
      if (isDocument) return fetchDocument(url);
      const { body, headers } = await fetcher.fetch({
        url,
        purpose: 'client metadata',
        maxBytes: KEYS_BYTES,
        timeoutMs: FETCH_MS,
        maxRedirects: 0,
        accept: 'application/json',
      });
      return answer(body.toString('utf8'), headers['cache-control']);
    },
    async keep(clientId) {
      const text = documents.get(clientId);
      if (text === undefined || text === keptText(clientId)) return;
      await untilCommitted(services, async () => {
        const tx = store.begin();
        tx.oauth_artifacts.put({
          id: artifactId('ClientMetadata', clientId),
          model: 'ClientMetadata',
          payload: { text },
          grant_id: null,
          account_id: null,
          client_id: clientId,
          created_at: timestamp(clock),
          expires_at: null,
        });
        await tx.commit();
      });
    },
  };
}

/** Only names of the public internet at the usual port: the fetcher would refuse the rest, later and slower. */
function isPublicAddress(clientId: string): boolean {
  if (clientId.length > LONGEST_ADDRESS || !URL.canParse(clientId)) return false;
  const { protocol, hostname, port } = new URL(clientId);
  if (protocol !== 'https:' || port !== '' || hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname);
}

function answer(text: string, cacheControl?: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'application/json',
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    },
  });
}

/** Bounds what strangers make us remember. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= REMEMBERED) return;
    map.delete(oldest);
  }
}
