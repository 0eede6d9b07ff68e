import { pino } from 'pino';
import type { z } from 'zod';
import type { Clock } from '../../server/clock.ts';
import type { Via } from '../../server/domain/document.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { Scope } from '../../server/domain/personal-token.ts';
import { createIdleLastUsed } from '../../server/identity/last-used.ts';
import { createDelays } from '../../server/identity/sign-in-throttle.ts';
import { createSittings } from '../../server/identity/sittings.ts';
import type { Role } from '../../server/domain/role.ts';
import type { Settings } from '../../server/domain/settings.ts';
import type { MemberRight, Space, Visibility } from '../../server/domain/space.ts';
import type { User } from '../../server/domain/user.ts';
import type { Actor, Credential, Operation, Services } from '../../server/operations/define.ts';
import { perform } from '../../server/operations/perform.ts';
import type { Views } from '../../server/ports.ts';
import { createIdleDoctor } from '../fakes/idle-doctor.ts';
import { createLiveTopics } from '../../server/live-topics.ts';
import { readSamplePages } from '../../server/sample-pages.ts';
import { TEST_PLACE } from './place.ts';
import { createOwnAddresses } from '../../server/own-addresses.ts';
import { createViews } from '../../server/storage/views/create-views.ts';
import { createIdleSearch } from '../fakes/idle-search.ts';
import { createNoPublicAccess } from '../fakes/no-public-access.ts';
import { createPlainPasswords } from '../fakes/plain-passwords.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryAttachments } from '../fakes/memory-attachments.ts';
import { noBackups } from '../fakes/no-backups.ts';
import { noMirror } from '../fakes/no-mirror.ts';
import { noTransfers } from '../fakes/no-transfers.ts';
import { noFetcher } from '../fakes/no-fetcher.ts';
import { plainImages } from '../fakes/plain-images.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';

/** A clock that stands still until a test moves it. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function createMovableClock(start = Date.parse('2026-03-01T09:00:00.000Z')): MovableClock {
  let elapsed = 0;
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    advance(milliseconds) {
      elapsed += milliseconds;
    },
  };
}

export interface CallOptions {
  via?: Via;
  scopes?: readonly Scope[];
  credential?: Credential;
}

export interface TestWorkspace {
  services: Services;
  store: MemoryStore;
  clock: MovableClock;
  /** Adds a person; the username is the role unless named. */
  addUser(role: Role, username?: string): User;
  addSpace(slug: string, options?: { visibility?: Visibility; members?: Record<string, MemberRight> }): Space;
  /** Gives a person the token that a credential of this id stands for. */
  addToken(username: string, credential: { id: string; name: string }): void;
  set(settings: Partial<Settings>): void;
  actor(username: string, options?: CallOptions): Actor;
  /** Runs an operation as somebody signed in, unless `options` say otherwise. */
  as<Input extends z.ZodType, Output extends z.ZodType>(
    username: string,
    operation: Operation<Input, Output>,
    input: unknown,
    options?: CallOptions,
  ): Promise<z.output<Output>>;
}

/** A workspace in memory with one viewer, editor, approver and admin and the space `handbook`. */
export function buildWorkspace(parts: Partial<Pick<Services, 'search'>> = {}): TestWorkspace {
  const store = createMemoryStore();
  const clock = createMovableClock();
  const now = () => new Date(clock.now()).toISOString();
  // Made when they are first asked for: people and spaces are put into the store directly.
  let views: Views | undefined;
  const services: Services = {
    store,
    get views() {
      return (views ??= createViews(store));
    },
    search: parts.search ?? createIdleSearch(),
    passwords: createPlainPasswords(),
    passwordGuesses: createDelays(clock),
    secrets: createMemorySecrets(),
    fetcher: noFetcher,
    images: plainImages,
    attachmentFiles: createMemoryAttachments(),
    backups: noBackups,
    transfers: noTransfers,
    mirror: noMirror,
    lastUsed: createIdleLastUsed(store),
    sittings: createSittings({ store, log: pino({ level: 'silent' }) }),
    clock,
    log: pino({ level: 'silent' }),
    publicAccess: createNoPublicAccess(store),
    topics: createLiveTopics(),
    doctor: createIdleDoctor(),
    isOwnAddress: createOwnAddresses({
      reach: () => ({ fixedUrl: 'https://kb.example.com', trialUrl: null }),
      allowedHosts: [],
    }),
    launchAddress: () => null,
    desktop: null,
    place: TEST_PLACE,
    samplePages: readSamplePages,
    version: '0.0.0-test',
  };
  const workspace: TestWorkspace = {
    services,
    store,
    clock,
    addUser(role, username = role) {
      const user: User = {
        id: newId('user'),
        username,
        name: `The ${username}`,
        email: null,
        role,
        training_manager: false,
        disabled: false,
        password_hash: null,
        created_at: now(),
        updated_at: now(),
      };
      store.seed('users', user);
      views = undefined;
      return user;
    },
    addSpace(slug, { visibility = 'workspace', members = {} } = {}) {
      const byId = Object.entries(members).map(
        ([username, right]) => [idOf(store, username), right] as const,
      );
      const space: Space = {
        id: newId('space'),
        slug,
        name: slug,
        description: '',
        visibility,
        members: Object.fromEntries(byId),
        created_at: now(),
        updated_at: now(),
      };
      store.seed('spaces', space);
      views = undefined;
      return space;
    },
    addToken(username, { id, name }) {
      store.seed('tokens', {
        id,
        user_id: idOf(store, username),
        name,
        secret_hash: '',
        last_four: '',
        scopes: ['read', 'write'],
        created_at: '',
        expires_at: null,
        revoked_at: null,
      });
    },
    set(values) {
      const before = store.tables.settings.get('workspace')?.values;
      store.seed('settings', { id: 'workspace', values: { ...before, ...values } });
    },
    actor(username, options: CallOptions = {}) {
      const { via = 'app', scopes = ['read', 'write'], credential = { kind: 'desk' } } = options;
      return {
        user_id: idOf(store, username),
        credential,
        scopes,
        via,
        client: null,
        request_id: 'req_test',
        ip: null,
        base_url: 'https://kb.example.com',
      };
    },
    async as(username, operation, input, options) {
      const output = await perform(services, operation, workspace.actor(username, options), input);
      return operation.output.parse(output);
    },
  };
  for (const role of ['viewer', 'editor', 'approver', 'admin'] as const) workspace.addUser(role);
  workspace.addSpace('handbook');
  return workspace;
}

function idOf(store: MemoryStore, username: string): string {
  for (const user of store.tables.users.all()) if (user.username === username) return user.id;
  throw new Error(`There is no user ${username} in this test.`);
}
