import type { Clock } from '../../server/clock.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { Scope } from '../../server/domain/personal-token.ts';
import type { Role } from '../../server/domain/role.ts';
import type { Settings } from '../../server/domain/settings.ts';
import type { Space } from '../../server/domain/space.ts';
import type { User } from '../../server/domain/user.ts';
import { createPublicListener } from '../../server/faces/http/listener.ts';
import { createMcpFace, type McpFaceOptions } from '../../server/faces/mcp/face.ts';
import { createIdleLastUsed } from '../../server/identity/last-used.ts';
import { createDelays } from '../../server/identity/sign-in-throttle.ts';
import { createSittings } from '../../server/identity/sittings.ts';
import { mintPersonalToken } from '../../server/domain/token-secret.ts';
import { createLogger } from '../../server/log.ts';
import type { Services } from '../../server/operations/define.ts';
import type { Transaction } from '../../server/ports.ts';
import { createIdleDoctor } from '../fakes/idle-doctor.ts';
import { createLiveTopics } from '../../server/live-topics.ts';
import { readSamplePages } from '../../server/sample-pages.ts';
import { TEST_PLACE } from '../builders/place.ts';
import { createOwnAddresses } from '../../server/own-addresses.ts';
import { createViews } from '../../server/storage/views/create-views.ts';
import { createNoPublicAccess } from '../fakes/no-public-access.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryAttachments } from '../fakes/memory-attachments.ts';
import { noBackups } from '../fakes/no-backups.ts';
import { noMirror } from '../fakes/no-mirror.ts';
import { noTransfers } from '../fakes/no-transfers.ts';
import { noFetcher } from '../fakes/no-fetcher.ts';
import { plainImages } from '../fakes/plain-images.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import type { Connect, TestClient } from './clients.ts';
import { createPlainSearch } from './plain-search.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');

export interface Person {
  user: User;
  /** A token that reads and writes. */
  token: string;
}

/** A running connector over a store in memory: `/api/mcp` on a free port of this machine. */
export interface Connector {
  url: URL;
  services: Services;
  store: MemoryStore;
  log: string[];
  advance(milliseconds: number): void;
  /** Changes records directly, as another face would. */
  change(apply: (tx: Transaction) => void): Promise<void>;
  person(username: string, role: Role): Promise<Person>;
  token(user: User, scopes: Scope[], name?: string): Promise<string>;
  space(slug: string): Promise<Space>;
  settings(values: Partial<Settings>): Promise<void>;
  /** A client that has listed the tools, so that it checks each answer against its schema. Closes with the connector. */
  client(connect: Connect, token: string): Promise<TestClient>;
  close(): Promise<void>;
}

type Options = Pick<McpFaceOptions, 'limits' | 'bodyLimitBytes' | 'tools' | 'serverFor'> & {
  settings?: Partial<Settings>;
};

export async function startConnector({ settings = {}, ...faceOptions }: Options = {}): Promise<Connector> {
  const time = { now: START };
  const clock: Clock = { now: () => time.now, monotonic: () => time.now - START };
  const store = createMemoryStore();
  const log: string[] = [];
  const services = createServices(store, clock, log);
  const listener = await createPublicListener({
    services,
    config: { host: '127.0.0.1', port: 0 },
    mcp: (door) => createMcpFace({ services, authenticate: (ctx) => door.authenticate(ctx), ...faceOptions }),
  });

  const clients: TestClient[] = [];
  const connector: Connector = {
    url: new URL('/api/mcp', listener.url),
    services,
    store,
    log,
    advance: (milliseconds) => void (time.now += milliseconds),
    change: async (apply) => {
      const tx = store.begin();
      apply(tx);
      await tx.commit();
    },
    async token(user, scopes, name = 'test token') {
      const { record, secret } = newToken(user, scopes, name);
      await connector.change((tx) => tx.tokens.put(record));
      return secret;
    },
    async person(username, role) {
      const user = newUser(username, role);
      await connector.change((tx) => tx.users.put(user));
      return { user, token: await connector.token(user, ['read', 'write']) };
    },
    async space(slug) {
      const space = newSpace(slug);
      await connector.change((tx) => tx.spaces.put(space));
      return space;
    },
    settings: (values) => connector.change((tx) => tx.settings.put({ id: 'workspace', values })),
    async client(connect, token) {
      const client = await connect(connector.url, token);
      clients.push(client);
      await client.tools();
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await listener.close();
      await services.search.close();
      await store.close();
    },
  };
  await connector.settings(settings);
  return connector;
}

function neverHashes(): Promise<never> {
  return Promise.reject(new Error('The connector never hashes passwords.'));
}

function createServices(store: MemoryStore, clock: Clock, log: string[]): Services {
  return {
    store,
    views: createViews(store),
    search: createPlainSearch(store),
    secrets: createMemorySecrets(),
    fetcher: noFetcher,
    images: plainImages,
    attachmentFiles: createMemoryAttachments(),
    backups: noBackups,
    transfers: noTransfers,
    mirror: noMirror,
    passwordGuesses: createDelays(clock),
    passwords: { hash: neverHashes, verify: neverHashes, isOutdated: neverHashes },
    lastUsed: createIdleLastUsed(store),
    sittings: createSittings({ store, log: createLogger('silent') }),
    clock,
    log: createLogger('warn', { write: (line: string) => void log.push(line) }),
    publicAccess: createNoPublicAccess(store),
    topics: createLiveTopics(),
    doctor: createIdleDoctor(),
    isOwnAddress: createOwnAddresses({
      reach: () => ({ fixedUrl: null, trialUrl: null }),
      allowedHosts: [],
    }),
    launchAddress: () => null,
    desktop: null,
    place: TEST_PLACE,
    samplePages: readSamplePages,
    version: '0.1.0',
  };
}

function newToken(user: User, scopes: Scope[], name: string) {
  const { secret, hash, last_four } = mintPersonalToken();
  const created_at = new Date(START).toISOString();
  const validity = { created_at, expires_at: null, revoked_at: null };
  return {
    secret,
    record: { id: newId('token'), user_id: user.id, name, secret_hash: hash, last_four, scopes, ...validity },
  };
}

function newUser(username: string, role: Role): User {
  const at = new Date(START).toISOString();
  return {
    id: newId('user'),
    username,
    name: `${username.charAt(0).toUpperCase()}${username.slice(1)} Example`,
    email: null,
    role,
    training_manager: false,
    disabled: false,
    password_hash: null,
    created_at: at,
    updated_at: at,
  };
}

function newSpace(slug: string): Space {
  const at = new Date(START).toISOString();
  return {
    id: newId('space'),
    slug,
    name: slug,
    description: '',
    visibility: 'workspace',
    members: {},
    created_at: at,
    updated_at: at,
  };
}

/** A connector whose workspace has the space `engineering`, with the editor `ada`. */
export async function startEngineering(options?: Options): Promise<{ connector: Connector; ada: Person }> {
  const connector = await startConnector(options);
  await connector.space('engineering');
  return { connector, ada: await connector.person('ada', 'editor') };
}
