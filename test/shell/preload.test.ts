import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { bundle } from '../../scripts/bundle.js';
import type { Desk } from '../../renderer/client/desk-transport.ts';

/** What Electron gives a sandboxed preload script: one module, and no other. */
interface Given {
  exposed: Map<string, Desk>;
  calls: unknown[][];
  listeners: Map<string, Set<(event: object, ...data: unknown[]) => void>>;
  required: string[];
}

let folder: string;
let script: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-preload-'));
  await bundle({
    dir: folder,
    input: { preload: 'main/preload.ts' },
    external: ['electron'],
    extension: 'cjs',
  });
  script = await readFile(join(folder, 'preload.cjs'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(): Given & { desk: Desk } {
  const given: Given = { exposed: new Map(), calls: [], listeners: new Map(), required: [] };
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: Desk) => given.exposed.set(name, api) },
    ipcRenderer: {
      invoke: async (...call: unknown[]) => {
        given.calls.push(call);
        return { ok: true, value: 7 };
      },
      on(channel: string, listener: (event: object) => void) {
        given.listeners.set(channel, (given.listeners.get(channel) ?? new Set()).add(listener));
      },
      off: (channel: string, listener: (event: object) => void) =>
        given.listeners.get(channel)?.delete(listener),
    },
  };
  runInNewContext(script, {
    require(name: string) {
      given.required.push(name);
      return electron;
    },
  });
  const desk = given.exposed.get('desk');
  if (!desk) throw new Error('The page gets nothing.');
  return { ...given, desk };
}

describe('E2: the page gets two functions and nothing else', () => {
  it('is one file that asks for Electron only', () => {
    expect(new Set(run().required)).toEqual(new Set(['electron']));
  });

  it('exposes `desk` with `invoke` and `onChange`', () => {
    const { exposed, desk } = run();
    expect([...exposed.keys()]).toEqual(['desk']);
    expect(Object.entries(desk).map(([name, value]) => [name, typeof value])).toEqual([
      ['invoke', 'function'],
      ['onChange', 'function'],
    ]);
  });

  it('a call goes over the one channel, whatever the page names', async () => {
    const { desk, calls } = run();
    expect(await desk.invoke('documents.list', { limit: 1 })).toEqual({ ok: true, value: 7 });
    expect(calls).toEqual([['desk:call', 'documents.list', { limit: 1 }]]);
  });

  it('a listener gets the change without the event that carries the sender, until it stops', () => {
    const { desk, listeners } = run();
    const heard: unknown[][] = [];
    const stop = desk.onChange((...given: unknown[]) => heard.push(given));
    for (const tell of listeners.get('desk:event') ?? []) tell({ sender: 'secret' }, { collections: [] });
    expect(heard).toEqual([[{ collections: [] }]]);
    stop();
    expect([...listeners.keys()]).toEqual(['desk:event']);
    expect(listeners.get('desk:event')?.size).toBe(0);
  });
});
