import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSpaces } from '../../server/operations/spaces/list.ts';
import { perform } from '../../server/operations/perform.ts';
import { startMemoryWorld, type MemoryWorld } from '../oauth/memory-world.ts';
import { send } from '../oauth/paper-browser.ts';
import { createProgram } from '../oauth/world.ts';

let world: MemoryWorld;
let userId: string;
beforeAll(async () => {
  world = await startMemoryWorld();
  userId = world.services.views.userByName('ada')?.id ?? '';
});
afterAll(() => world.close());

describe('the credential of a check', () => {
  test('lists the tools while its run goes on, and nothing afterwards', async () => {
    const program = createProgram(world.url);
    const probe = world.services.doctor.probes.open(userId);
    const listed = await program.call(probe.key);
    expect(listed.status).toBe(200);
    expect(listed.text).toContain('"list_spaces"');
    probe.close();
    expect((await program.call(probe.key)).status).toBe(401);
  });

  test('calls no tool, reads nothing over REST, and may run no operation', async () => {
    const { services, url } = world;
    const probe = services.doctor.probes.open(userId);
    const called = await createProgram(url).call(probe.key, 'tools/call', {
      name: 'list_spaces',
      arguments: {},
    });
    expect(called.text).toContain('A check of the connection lists the tools and does nothing else.');
    const rest = await send(`${url}/api/v1/documents`, { headers: { authorization: `Bearer ${probe.key}` } });
    expect(rest.status).toBe(401);
    const actor = {
      user_id: userId,
      credential: { kind: 'diagnostics' },
      scopes: ['read', 'write'],
      via: 'mcp',
      client: null,
      request_id: 'a-request',
      ip: null,
      base_url: url,
    } as const;
    await expect(perform(services, listSpaces, actor, {})).rejects.toMatchObject({ code: 'forbidden' });
    probe.close();
  });

  test('the answer in two parts is for runs only: to everybody else there is nothing', async () => {
    const stranger = await send(`${world.url}/api/diagnostics/stream`, { method: 'POST' });
    expect(stranger.status).toBe(404);
    const guessed = await send(`${world.url}/api/diagnostics/stream`, {
      method: 'POST',
      headers: { authorization: 'Bearer cpd_guessed' },
    });
    expect(guessed.status).toBe(404);
  });
});
