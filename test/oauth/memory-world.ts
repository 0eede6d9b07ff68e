import { systemClock } from '../../server/clock.ts';
import { newId } from '../../server/domain/identifier.ts';
import { createPublicListener } from '../../server/faces/http/listener.ts';
import { createMcpFace } from '../../server/faces/mcp/face.ts';
import { systemActor } from '../../server/identity/desk-actor.ts';
import { perform } from '../../server/operations/perform.ts';
import { createUser } from '../../server/operations/users/create.ts';
import type { OutboundFetcher } from '../../server/fetch-ports.ts';
import { buildServices, type TestServices } from '../builders/services.ts';
import { PASSWORD, ROOMY } from './world.ts';

export interface MemoryWorld {
  url: string;
  services: TestServices;
  /** Opens the listener anew, at the same address: nothing is remembered but the records. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** A listener over a workspace in memory, whose records a test can see and change; ada, an admin, has a password. */
export async function startMemoryWorld(parts: { fetcher?: OutboundFetcher } = {}): Promise<MemoryWorld> {
  const services: TestServices = {
    ...buildServices(),
    clock: { ...systemClock, advance: () => undefined },
    ...parts,
  };
  await perform(services, createUser, systemActor(''), {
    username: 'ada',
    role: 'admin',
    password: PASSWORD,
  });
  const at = new Date(systemClock.now()).toISOString();
  const space = {
    slug: 'notes',
    name: 'Notes',
    description: '',
    visibility: 'workspace',
    members: {},
  } as const;
  services.store.seed('spaces', { ...space, id: newId('space'), created_at: at, updated_at: at });
  const open = (port: number) =>
    createPublicListener({
      services,
      config: { host: '127.0.0.1', port, limits: ROOMY },
      mcp: (door) =>
        createMcpFace({
          services,
          authenticate: (ctx) => door.authenticate(ctx),
          limits: { requestsPerMinute: 100_000 },
        }),
    });
  let listener = await open(0);
  return {
    url: listener.url,
    services,
    async reopen() {
      await listener.close();
      listener = await open(Number(new URL(listener.url).port));
    },
    async close() {
      await listener.close();
      await services.search.close();
      await services.store.close();
    },
  };
}
