import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, serve, temporaryFolder, workspaceFolder } from './command-line.ts';

interface Check {
  state: string;
  documents: number;
  indexed: number;
  missing: string[];
  file_is_whole: boolean | null;
}

/** A workspace with the three sample pages. */
const samples = () => workspaceFolder('--sample');

async function damageIndex(folder: string): Promise<void> {
  const index = join(folder, 'index');
  const name = (await readdir(index)).find((file) => file.endsWith('.bin')) ?? '';
  const bytes = await readFile(join(index, name));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(join(index, name), bytes);
}

describe('index, while no server runs', () => {
  it('says that there is none, builds it, finds damage, and mends it', async () => {
    const folder = await samples();
    const { run, json } = commandLine(folder);
    const before = await json<Check>(['index', 'check']);
    expect(before).toMatchObject({ state: 'off', indexed: 0, file_is_whole: null });
    expect(before.missing).toHaveLength(before.documents);
    expect(await run(['index', 'rebuild'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Built anew: /),
    });
    expect(await run(['index', 'check'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing is wrong with it.'),
    });
    await damageIndex(folder);
    const damaged = await run(['index', 'check']);
    expect(damaged).toMatchObject({ code: 1, out: expect.stringContaining('The saved file is damaged') });
    expect(damaged.err).toContain(`npx commonplace index rebuild --data ${folder}`);
    expect((await run(['index', 'status'])).out).toContain('its checksum does not fit');
    await json(['index', 'rebuild']);
    expect(await json<Check>(['index', 'check'])).toMatchObject({ missing: [], file_is_whole: true });
  });

  it('is on record in the audit log when it was rebuilt', async () => {
    const folder = await workspaceFolder();
    const { json } = commandLine(folder);
    await json(['index', 'rebuild']);
    const { items } = await json<{ items: { action: string; username: string }[] }>(['audit', 'list']);
    expect(items[0]).toMatchObject({ action: 'search.rebuild', username: 'ada' });
  });

  it('says why it cannot be saved', async () => {
    const folder = await samples();
    await writeFile(join(folder, 'index'), 'a file where the folder should be');
    const { out } = await commandLine(folder).run(['index', 'rebuild']);
    expect(out).toMatch(/^Built anew: /);
    expect(out).toContain('The search index cannot be saved, so each start reads all documents (');
    expect(out).toContain('Look at the folder index/ of the data folder and at the free space');
  });

  it('is a failure without a workspace', async () => {
    const { code } = await commandLine(join(await temporaryFolder(), 'nothing')).run(['index', 'status']);
    expect(code).toBe(1);
  });
});

describe('index, through a running server', () => {
  it('is up to date, stays so when it is rebuilt, and is saved when the server ends', async () => {
    const folder = await samples();
    const server = await serve(folder, { COMMONPLACE_SEARCH: 'lunr' });
    const { run, json } = commandLine(folder);
    const rebuilt = await json(['index', 'rebuild']);
    expect(rebuilt).toMatchObject({ state: 'ready', saved_bytes: expect.any(Number) });
    expect(await json(['index', 'status'])).toMatchObject({ state: 'ready', problem: null });
    expect((await run(['index', 'status'])).out).toContain('The index is up to date');
    expect(await json(['index', 'check'])).toMatchObject({
      state: 'ready',
      missing: [],
      stale: [],
      surplus: [],
    });
    expect(await server.stop()).toBe(0);
    expect(await json(['index', 'check'])).toMatchObject({ state: 'off', missing: [], file_is_whole: true });
  });

  it('is refused with a hint where search is switched off', async () => {
    const folder = await samples();
    await serve(folder);
    const { run, json } = commandLine(folder);
    expect(await json(['index', 'status'])).toMatchObject({ state: 'off' });
    expect(await run(['index', 'rebuild'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('COMMONPLACE_SEARCH=off'),
    });
  });
});
