import { request, type IncomingHttpHeaders } from 'node:http';
import { newId } from '../../server/domain/identifier.ts';
import type { PersonalToken, Scope } from '../../server/domain/personal-token.ts';
import { createPublicListener, type ListenerConfig } from '../../server/faces/http/listener.ts';
import { createLastUsed } from '../../server/identity/last-used.ts';
import { mintPersonalToken } from '../../server/domain/token-secret.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { createNoPublicAccess } from '../fakes/no-public-access.ts';
import { createPlainSearch } from '../mcp/plain-search.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; empty when there is none or it is not a JSON object. */
  json: Record<string, unknown>;
}

export interface CallOptions {
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with `Content-Type: application/json` unless `headers` name another. */
  raw?: string | Uint8Array;
  headers?: Record<string, string | string[]>;
}

export interface RestServer {
  url: string;
  workspace: TestWorkspace;
  /** A new token of this user, reading and writing unless told otherwise. */
  token(username: string, options?: Partial<PersonalToken> & { scopes?: Scope[] }): Promise<string>;
  /** Sends a request to a raw target, which is not normalised in any way. */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  /** How many commits the store has made. */
  readonly commits: number;
  close(): Promise<void>;
}

export interface RestConfig extends Partial<ListenerConfig> {
  /** As `--base-url`. */
  baseUrl?: string;
}

/** A listener on a free port over a workspace in memory, spoken to over real HTTP. */
export async function startRest({ baseUrl, ...config }: RestConfig = {}): Promise<RestServer> {
  const workspace = buildWorkspace();
  const { services, store } = workspace;
  if (baseUrl !== undefined) services.publicAccess = createNoPublicAccess(store, baseUrl);
  const lastUsed = createLastUsed({ store, log: services.log });
  services.search = createPlainSearch(store);
  services.lastUsed = lastUsed;
  let commits = 0;
  store.onApplied(() => void (commits += 1));
  const listener = await createPublicListener({
    services,
    config: {
      host: '127.0.0.1',
      port: 0,
      ...config,
      limits: { requestsPerMinute: 100_000, ...config.limits },
    },
  });

  return {
    url: listener.url,
    workspace,
    async token(username, options = {}) {
      const { secret, hash, last_four } = mintPersonalToken();
      const user = services.views.userByName(username);
      const tx = store.begin();
      tx.tokens.put({
        id: newId('token'),
        user_id: user?.id ?? '',
        name: `token of ${username}`,
        secret_hash: hash,
        last_four,
        scopes: ['read', 'write'],
        created_at: new Date(workspace.clock.now()).toISOString(),
        expires_at: null,
        revoked_at: null,
        ...options,
      });
      await tx.commit();
      return secret;
    },
    call: (method, target, options) => callServer(listener.url, method, target, options),
    get commits() {
      return commits;
    },
    async close() {
      await listener.close();
      await lastUsed.close();
      await services.search.close();
      await store.close();
    },
  };
}

export function callServer(
  url: string,
  method: string,
  target: string,
  { token, body, raw, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const allHeaders = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(bytes === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: target, headers: allHeaders }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}
