import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { listAttempts } from '../../server/operations/diagnostics/attempts.ts';
import { readDiagnostics } from '../../server/operations/diagnostics/read.ts';
import { reportDiagnostics } from '../../server/operations/diagnostics/report.ts';
import { runDiagnostics } from '../../server/operations/diagnostics/run.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { startWorld, type World } from '../oauth/world.ts';
import { FAULTS } from './faults.ts';
import { BASE, startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { PATIENCE } from '../patience.ts';

let world: World;
let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await startFaultyProxy(() => world.url);
  world = await startWorld({
    flags: { 'base-url': BASE },
    doctor: { network: proxy.network, patienceMs: PATIENCE.timeout },
  });
});
afterEach(() => {
  proxy.fault = {};
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

const diagnose = async () => (await world.desk(runDiagnostics, {})).rows;
const lights = (rows: Awaited<ReturnType<typeof diagnose>>) =>
  rows.map(({ id, status, finding }) => `${id} ${status}: ${finding}`);

describe('a server that is reached as it should be', () => {
  test('every row is green, in the order of a client’s way, and the report says so without a secret', async () => {
    const rows = await diagnose();
    expect(lights(rows.filter(({ status }) => status !== 'green'))).toEqual([
      'backup amber: There is no backup yet.',
      'search_index skipped: Search is switched off here.',
    ]);
    expect(rows.find(({ id }) => id === 'server_metadata')?.finding).toBe(`${BASE}/api/oauth/authorize`);
    const { text } = await world.desk(reportDiagnostics, {});
    expect(text).toContain(`Address: ${BASE}`);
    expect(text).toContain('[OK] Call with a token');
    expect(text).not.toMatch(/cpd_|Bearer|cpl_/);
    const { last, address } = await world.desk(readDiagnostics, {});
    expect(address).toBe(BASE);
    expect(last?.rows).toEqual(rows);
    expect(last?.total).toBe(rows.length);
  });

  test('a run leaves nothing behind: no app, no token, no entry in the log, no attempt', async () => {
    const before = await world.desk(listAudit, { limit: 500 });
    await diagnose();
    const after = await world.desk(listAudit, { limit: 500 });
    expect(after.items).toEqual(before.items);
    expect((await world.desk(listConnectedApps, {})).items).toEqual([]);
    expect((await world.desk(listTokens, {})).items).toEqual([]);
    expect((await world.desk(listAttempts, {})).items).toEqual([]);
    // What is on disk once the server has written everything.
    await world.restart();
    const file = join(world.folder, 'collections', 'oauth_artifacts.json');
    const kept = existsSync(file) ? await readFile(file, 'utf8') : '';
    expect(kept).not.toMatch(/Client:|Interaction:|RegistrationAccessToken:/);
  });

  test('a proxy that drops headers it does not know changes nothing', async () => {
    proxy.fault = {
      request: (headers) => {
        delete headers['x-commonplace-check'];
      },
    };
    const rows = await diagnose();
    expect(lights(rows.filter(({ group, status }) => group !== 'data' && status !== 'green'))).toEqual([]);
  });
});

describe('each fault on the way is named, with what to do', () => {
  test.each(FAULTS)('$what', async ({ fault, row, status, finding, fix }) => {
    proxy.fault = fault(proxy);
    const rows = await diagnose();
    const found = rows.find(({ id }) => id === row);
    expect(found?.status, lights(rows).join('\n')).toBe(status);
    expect(found?.finding).toMatch(finding);
    expect(found?.fix).toMatch(fix);
  });
});
