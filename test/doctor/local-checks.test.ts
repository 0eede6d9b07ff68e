import { describe, expect, test } from 'vitest';
import type { TunnelState } from '../../server/domain/tunnel-state.ts';
import type { Check, Verdict } from '../../server/doctor/check.ts';
import { auditChain } from '../../server/doctor/checks/audit-chain.ts';
import { backup } from '../../server/doctor/checks/backup.ts';
import { damage } from '../../server/doctor/checks/damage.ts';
import { disk } from '../../server/doctor/checks/disk.ts';
import { port } from '../../server/doctor/checks/port.ts';
import { explainTime } from '../../server/doctor/checks/response-time.ts';
import { searchIndex } from '../../server/doctor/checks/search-index.ts';
import { tunnel } from '../../server/doctor/checks/tunnel.ts';
import { createWalk } from '../../server/doctor/walk.ts';
import { internet } from '../../server/doctor/network.ts';
import type { Services } from '../../server/operations/define.ts';
import { buildServices, type TestServices } from '../builders/services.ts';

/** What a row says of a server that is as `parts` has it. */
async function verdictOf(check: Check, parts: Partial<Services>): Promise<Verdict> {
  const services: TestServices = { ...buildServices(), ...(parts as Partial<TestServices>) };
  const probe = services.doctor.probes.open('usr_nobody');
  try {
    return await check.run(
      createWalk({
        base: 'https://kb.example.com',
        services,
        facts: { listenerUrl: () => null },
        network: internet,
        probe,
        nonce: 'a-nonce',
        patienceMs: 1_000,
        signal: new AbortController().signal,
      }),
    );
  } finally {
    probe.close();
  }
}

const SINCE = '2026-11-21T12:00:00.000Z';
const HOST = 'kb.example.com';

function access(parts: Partial<Services['publicAccess']>, state: TunnelState, service?: string) {
  const publicAccess = buildServices().publicAccess;
  return {
    publicAccess: {
      ...publicAccess,
      mode: 'named_tunnel',
      publicUrl: `https://${HOST}`,
      port: 7420,
      problem: null,
      isPaused: false,
      ...parts,
      tunnel: {
        ...publicAccess.tunnel,
        state,
        publicUrl: `https://${HOST}`,
        ingress: service === undefined ? null : [{ hostname: HOST, path: '', service }],
      },
    } satisfies Services['publicAccess'],
  };
}

const online = { state: 'online', since: SINCE, connections: 4, protocol: 'quic' } as const;

describe('Public access', () => {
  test.each<[string, ReturnType<typeof access>, Verdict['status'], RegExp]>([
    ['off', access({ mode: 'off' }, { state: 'off' }), 'skipped', /It is off/],
    ['a named tunnel', access({}, online), 'green', /online, with 4 connections/],
    ['a trial', access({ mode: 'quick_tunnel' }, online), 'amber', /It is a trial/],
    ['a domain with a proxy', access({ mode: 'own_domain' }, { state: 'off' }), 'green', /proxy of your own/],
    ['paused', access({ isPaused: true }, { state: 'off' }), 'amber', /paused/],
    [
      'something to do first',
      access({ problem: { reason: 'No token yet.', hint: 'Paste it.' } }, { state: 'off' }),
      'red',
      /No token yet/,
    ],
    [
      'a wrong port in the dashboard',
      access({}, online, 'http://localhost:8080'),
      'red',
      /sends kb\.example\.com to port 8080, this server listens on 7420/,
    ],
    ['the right port in the dashboard', access({}, online, 'http://localhost:7420'), 'green', /online/],
    [
      'a program that is connecting',
      access({}, { state: 'connecting', since: SINCE }),
      'amber',
      /connecting/,
    ],
    [
      'a program that waits before it tries again',
      access({}, { state: 'backing_off', until: SINCE, attempt: 3, reason: 'no network' }),
      'red',
      /The tunnel is down: no network/,
    ],
    [
      'a tunnel that stands badly',
      access({}, { state: 'degraded', since: SINCE, reason: 'UDP is blocked.', hint: 'Nothing.' }),
      'amber',
      /UDP is blocked/,
    ],
    [
      'a token that is refused',
      access({}, { state: 'failed', reason: 'The token is not valid.', hint: 'Get a new one.' }),
      'red',
      /token is not valid/,
    ],
    ['a program that does not run', access({}, { state: 'off' }), 'red', /not running/],
  ])('with %s', async (_what, parts, status, finding) => {
    const verdict = await verdictOf(tunnel, parts);
    expect(verdict.finding).toMatch(finding);
    expect(verdict.status).toBe(status);
  });

  test('a hostname that the dashboard does not lead here is named', async () => {
    const { publicAccess } = access({}, online);
    const elsewhere = {
      ...publicAccess.tunnel,
      ingress: [{ hostname: 'x.example.com', path: '', service: '' }],
    };
    const verdict = await verdictOf(tunnel, { publicAccess: { ...publicAccess, tunnel: elsewhere } });
    expect(verdict.finding).toContain('does not send kb.example.com to this computer');
  });
});

describe('the server and its data', () => {
  test('without a server nobody can reach the workspace', async () => {
    expect((await verdictOf(port, {})).fix).toContain('npx commonplace serve');
  });

  test('an answer that takes its time is worth a look', () => {
    expect(explainTime(40)).toMatchObject({ status: 'green', finding: 'An answer takes 40 ms.' });
    expect(explainTime(4_200)).toMatchObject({
      status: 'amber',
      finding: 'An answer takes 4.2 seconds; assistants give up after 10 seconds.',
    });
  });

  test('a workspace in no folder has no disk to fill', async () => {
    const place = { ...buildServices().place, dataFolder: '/no/such/folder' };
    expect((await verdictOf(disk, { place })).status).toBe('skipped');
    const here = { ...place, dataFolder: process.cwd() };
    expect((await verdictOf(disk, { place: here })).finding).toMatch(/^\d[\d,]* (?:MB|GB) are free/);
  });

  test('a search index that is being built, is incomplete, off or complete', async () => {
    const { search } = buildServices();
    const status = await search.status();
    const withIndex = (parts: Partial<typeof status>) =>
      verdictOf(searchIndex, {
        search: { ...search, status: async () => ({ ...status, problem: null, ...parts }) },
      });
    const found = { indexed: 2, documents: 5 };
    expect(await withIndex({ state: 'building', ...found })).toMatchObject({
      status: 'amber',
      finding: 'It is being built: 2 of 5 pages are in it.',
    });
    expect((await withIndex({ state: 'ready', ...found })).fix).toContain('index rebuild');
    expect((await withIndex({ state: 'unavailable', ...found })).status).toBe('amber');
    expect((await withIndex({ state: 'off', ...found })).status).toBe('skipped');
    expect(await withIndex({ state: 'ready', indexed: 5, documents: 5 })).toMatchObject({
      status: 'green',
      finding: '5 pages are in it.',
    });
  });

  test('damage: put right, lost, and what keeps everything from being saved', async () => {
    const { store } = buildServices();
    const report = { file: 'a.json', problem: 'is damaged', action: 'restored', lost: false };
    const withDamage = (parts: { damage?: (typeof report)[]; readOnlyReason?: string }) =>
      verdictOf(damage, { store: Object.assign(Object.create(store), parts) as Services['store'] });
    expect((await withDamage({})).status).toBe('green');
    expect(await withDamage({ damage: [report] })).toMatchObject({ status: 'amber' });
    expect(await withDamage({ damage: [{ ...report, lost: true }] })).toMatchObject({ status: 'red' });
    expect((await withDamage({ readOnlyReason: 'the journal is damaged.' })).finding).toBe(
      'Nothing can be saved at the moment: the journal is damaged.',
    );
  });

  test('an audit log that was changed', async () => {
    const { store } = buildServices();
    const broken = [{ seq: 7, problem: 'was changed' }];
    const changed = { verifyAudit: async () => ({ entries: 9, broken }) };
    const verdict = await verdictOf(auditChain, {
      store: Object.assign(Object.create(store), changed) as Services['store'],
    });
    expect(verdict).toMatchObject({
      status: 'red',
      finding: 'Entry 7 was changed; what is before it is intact.',
    });
  });

  test('backups: a fresh one, and a Markdown mirror that waits', async () => {
    const services = buildServices();
    const at = new Date(services.clock.now()).toISOString();
    const list = async () => [{ name: 'a.zip', at, kind: 'manual' as const, size: 1 }];
    const problem = { message: 'The disk is full.', hint: 'Free some space.' };
    const mirror = {
      ...services.mirror,
      status: { ...services.mirror.status, state: 'waiting' as const, problem },
    };
    expect(await verdictOf(backup, { backups: { ...services.backups, list }, mirror })).toMatchObject({
      status: 'amber',
      finding: 'The newest backup is less than an hour old. The Markdown mirror waits: The disk is full.',
      fix: 'Free some space.',
    });
  });

  test('backups: none, fresh, old, failed', async () => {
    const services = buildServices();
    const ago = (days: number) => new Date(services.clock.now() - days * 86_400_000).toISOString();
    const withBackups = (
      list: { at: string }[],
      job: Partial<NonNullable<Services['backups']['job']>> | null = null,
    ) =>
      verdictOf(backup, {
        clock: services.clock,
        backups: {
          ...services.backups,
          folder: '/backups',
          job: job as Services['backups']['job'],
          list: async () => list.map((each) => ({ ...each, name: 'a.zip', kind: 'manual', size: 1 })),
        },
      });
    expect((await withBackups([])).finding).toBe('There is no backup yet.');
    expect(await withBackups([{ at: ago(0.5) }])).toMatchObject({
      status: 'green',
      finding: 'The newest backup is 12 hours old.',
    });
    expect(await withBackups([{ at: ago(40) }])).toMatchObject({ status: 'amber' });
    const failed = {
      kind: 'backup',
      state: 'failed',
      problem: { message: 'The disk is full.', hint: null },
    } as const;
    expect((await withBackups([{ at: ago(1) }], failed)).finding).toBe(
      'The last try failed: The disk is full. The newest backup is 24 hours old.',
    );
  });
});
