import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runDiagnostics } from '../../server/operations/diagnostics/run.ts';
import { startWorld, type World } from '../oauth/world.ts';
import { BASE, HOST, startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

let world: World;
let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await startFaultyProxy(() => world.url);
  world = await startWorld({
    flags: { 'allowed-hosts': HOST },
    doctor: { network: proxy.network, patienceMs: 3_000, streamPatienceMs: 100 },
  });
  // What a server loads at its first request is not what these tests are about.
  await world.desk(runDiagnostics, { address: BASE });
});
afterEach(() => {
  proxy.fault = {};
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

async function rowOf(id: string) {
  const { rows } = await world.desk(runDiagnostics, { address: `${BASE}/api/mcp` });
  return rows.find((row) => row.id === id);
}

describe('with an address that is examined by name, and less patience than usual', () => {
  test('an answer that never comes is named as too slow', async () => {
    proxy.fault = { answer: ({ url = '' }) => url === '/.well-known/oauth-authorization-server' };
    const row = await rowOf('server_metadata');
    expect(row?.status).toBe('red');
    expect(row?.finding).toContain('no answer within 3 seconds; assistants give up after 10 seconds');
  });

  test('a proxy that holds answers back until they are complete is named', async () => {
    proxy.fault = { buffers: true };
    const row = await rowOf('streaming');
    expect(row?.status).toBe('amber');
    expect(row?.finding).toContain('held back until they are complete (buffering)');
    expect(row?.fix).toContain('proxy_buffering off');
  });

  test('a proxy that does not say that it was https is named: no sign-in is offered then', async () => {
    proxy.fault = {
      request: (headers) => {
        delete headers['x-forwarded-proto'];
      },
    };
    const row = await rowOf('challenge');
    expect(row?.status).toBe('red');
    expect(row?.finding).toContain('the proxy in front does not say that it was https');
    expect(row?.fix).toContain(`--base-url ${BASE}`);
  });
});
