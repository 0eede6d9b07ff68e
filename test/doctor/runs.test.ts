import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDiagnostics } from '../../server/operations/diagnostics/read.ts';
import { runDiagnostics } from '../../server/operations/diagnostics/run.ts';
import { pausePublicAccess, resumePublicAccess } from '../../server/operations/public-access/pause.ts';
import { startWorld, type World } from '../oauth/world.ts';
import { BASE, startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

let world: World;
let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await startFaultyProxy(() => world.url);
  world = await startWorld({ flags: { 'base-url': BASE }, doctor: { network: proxy.network } });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

/** Nobody is answered before this is called; resolves with how when the first has come. */
function holdAnswers(): Promise<() => void> {
  return new Promise((arrived) => {
    const waiting: (() => void)[] = [];
    proxy.fault = {
      answer: (_incoming, outgoing) => {
        waiting.push(() => outgoing.writeHead(502).end());
        arrived(() => {
          proxy.fault = {};
          for (const answer of waiting) answer();
        });
        return true;
      },
    };
  });
}

describe('runs of the doctor', () => {
  test('one at a time: whoever asks meanwhile gets the same result, and sees how far it is', async () => {
    const held = holdAnswers();
    const first = world.desk(runDiagnostics, {});
    const goOn = await held;
    const second = world.desk(runDiagnostics, {});
    const { running, last } = await world.desk(readDiagnostics, {});
    expect(last).toBeNull();
    expect(running?.finished_at).toBeNull();
    expect(running?.rows.map(({ id }) => id)).not.toContain('identity');
    goOn();
    const [one, other] = await Promise.all([first, second]);
    expect(other).toEqual(one);
    expect((await world.desk(readDiagnostics, {})).last).toEqual(one);
  });

  test('while public access is paused that is the reason, and nothing else', async () => {
    await world.desk(pausePublicAccess, {});
    const { rows } = await world.desk(runDiagnostics, { address: BASE });
    expect(rows.find(({ id }) => id === 'identity')).toMatchObject({
      status: 'red',
      finding: 'Public access is paused, so nobody is answered here.',
    });
    await world.desk(resumePublicAccess, {});
  });

  test('a server that stops does not wait for a run, and keeps nothing of it', async () => {
    const held = holdAnswers();
    const run = world.desk(runDiagnostics, {}).catch(() => null);
    await held;
    proxy.fault = {};
    await world.restart();
    await run;
    const { last, running } = await world.desk(readDiagnostics, {});
    expect({ last, running }).toEqual({ last: null, running: null });
  });
});
