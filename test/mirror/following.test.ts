import { cp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { purgeDocument } from '../../server/operations/trash/purge.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { exportMarkdown, readForExport } from '../../server/transfer/export-markdown.ts';
import type { RunOperation } from '../../server/transfer/markdown-source.ts';
import { png } from '../images/pictures.ts';
import { openMirrorWorld, type MirrorWorld } from './mirror-world.ts';
import { PATIENCE } from '../patience.ts';

let world: MirrorWorld;
beforeEach(async () => {
  world = await openMirrorWorld();
});

/** Paths and contents as an export of everything gives them. */
async function exported(): Promise<Map<string, string>> {
  const run: RunOperation = async (operation, input) => world.workspace.as('admin', operation, input);
  const files = new Map<string, string>();
  const target = {
    write: async (path: string, content: string | Uint8Array) =>
      void files.set(path, Buffer.from(content).toString('latin1')),
  };
  await exportMarkdown(run, await readForExport(run, undefined), target, () => undefined);
  return files;
}

async function mirrored(): Promise<Map<string, string>> {
  const paths = await world.paths();
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, (await readFile(world.at(path))).toString('latin1')] as const),
    ),
  );
}

/** Decisions §3, "Backup and data": a folder that is kept up to date, one way, with readable Markdown files. */
describe('the Markdown mirror', () => {
  it('holds what an export of the whole workspace holds, drafts and pictures too', async () => {
    world.workspace.addSpace('private', { visibility: 'private' });
    const top = await world.write('Über uns', { status: 'published' });
    await world.write('Kettle', { parent: top, content: `See [us](/documents/${top}#who).` });
    await world.write('Kettle', { space: 'private', tags: ['water'], type: 'sop' });
    await world.addPicture(top, 'Plan.png');
    await world.choose(world.folder);
    const expected = await exported();
    expect([...expected.keys()].toSorted()).toEqual([
      'handbook/images/plan.png',
      'handbook/über-uns.md',
      'handbook/über-uns/kettle.md',
      'private/kettle.md',
    ]);
    expect(await mirrored()).toEqual(expected);
    expect((await readFile(world.at('handbook/images/plan.png'))).equals(png())).toBe(true);
    expect(world.mirror.status).toMatchObject({ state: 'up_to_date', files: 4, problem: null });
  });

  it('keeps no text in memory: in a large workspace they are many times what else it needs', async () => {
    for (const title of ['Kettle', 'Pump']) await world.write(title);
    const content = vi.spyOn(world.workspace.services.store, 'content');
    await world.choose(world.folder);
    expect(content.mock.calls.map(([, , options]) => options)).toEqual([{ keep: false }, { keep: false }]);
  });

  it('writes only what changed, a moment after the change', async () => {
    const [kettle] = [await world.write('Kettle'), await world.write('Pump')];
    await world.choose(world.folder);
    const before = await stat(world.at('handbook/pump.md'));
    await world.change(kettle ?? '', { content: 'A new text.' });
    await world.pass();
    expect(await world.text('handbook/kettle.md')).toMatch(/\n\nA new text\.$/);
    const { ino, mtimeMs } = await stat(world.at('handbook/pump.md'));
    expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('moves files of pages that are renamed, with what is below them, and mends the links to them', async () => {
    const pump = await world.write('Pump');
    await world.write('Valve', { parent: pump });
    await world.write('Guide', { content: `[p](/documents/${pump})` });
    await world.addPicture(pump, 'a.png');
    await world.choose(world.folder);
    await world.change(pump, { title: 'Old pump' });
    await world.pass();
    expect(await world.paths()).toEqual([
      'handbook/guide.md',
      'handbook/images/a.png',
      'handbook/old-pump.md',
      'handbook/old-pump/valve.md',
    ]);
    expect(await world.text('handbook/guide.md')).toContain('[p](./old-pump.md)');
  });

  it('follows pages into another space, and leaves no empty folder behind', async () => {
    world.workspace.addSpace('ops');
    await world.choose(world.folder);
    const pump = await world.write('Pump');
    await world.addPicture(pump, 'a.png');
    await world.pass();
    await world.change(pump, { space: 'ops' });
    await world.pass();
    expect(await world.paths()).toEqual(['ops/images/a.png', 'ops/pump.md']);
    await expect(stat(world.at('handbook'))).rejects.toThrow('ENOENT');
  });

  it('takes away what goes to the Trash, and brings back what comes out of it', async () => {
    const pump = await world.write('Pump');
    await world.write('Guide', { content: `[p](/documents/${pump})` });
    await world.choose(world.folder);
    await world.workspace.as('admin', trashDocument, { id: pump });
    await world.pass();
    expect(await world.paths()).toEqual(['handbook/guide.md']);
    expect(await world.text('handbook/guide.md')).toContain(`[p](/documents/${pump})`);
    await world.workspace.as('admin', restoreFromTrash, { id: pump });
    await world.pass();
    expect(await world.text('handbook/guide.md')).toContain('[p](./pump.md)');
    await world.workspace.as('admin', trashDocument, { id: pump });
    await world.workspace.as('admin', purgeDocument, { id: pump });
    await world.pass();
    expect(await world.paths()).toEqual(['handbook/guide.md']);
  });

  it('swaps files when pages swap their names', async () => {
    const one = await world.write('One');
    const two = await world.write('Two');
    await world.choose(world.folder);
    await world.change(one, { title: 'Two' });
    await world.change(two, { title: 'One' });
    await world.pass();
    expect(await world.text('handbook/one.md')).toContain('Text of Two.');
    expect(await world.text('handbook/two.md')).toContain('Text of One.');
    expect(world.mirror.status.set_aside).toEqual([]);
  });

  it('loses no change that comes while it writes', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, page) => world.write(`Page ${page}`)));
    await world.choose(world.folder);
    await Promise.all(ids.map((id) => world.change(id, { content: 'First.' })));
    const writing = world.pass();
    await Promise.all(ids.map((id) => world.change(id, { content: 'Second.' })));
    await writing;
    const expected = await exported();
    await vi.waitFor(async () => {
      await world.time.advance(1_000);
      expect(await mirrored()).toEqual(expected);
    }, PATIENCE);
    expect([...expected.values()].every((text) => text.endsWith('Second.'))).toBe(true);
  });

  it('catches up at the next start with what changed while nobody kept it', async () => {
    const pump = await world.write('Pump');
    await world.choose(world.folder);
    await world.mirror.close();
    await world.change(pump, { title: 'Valve' });
    await world.write('Kettle');
    await world.restart();
    expect(await world.paths()).toEqual(['handbook/kettle.md', 'handbook/valve.md']);
    expect(world.mirror.status.set_aside).toEqual([]);
  });

  it('brings a checkout of an older state up to date, and takes nothing of it for an edit', async () => {
    const pump = await world.write('Pump');
    await world.write('Kettle');
    await world.choose(world.folder);
    const older = join(world.place, 'older');
    await cp(world.folder, older, { recursive: true });
    await world.change(pump, { title: 'Valve', content: 'New.' });
    await world.pass();
    await rm(world.folder, { recursive: true });
    await cp(older, world.folder, { recursive: true });
    await world.pass(3_600_000);
    expect(await mirrored()).toEqual(await exported());
    expect(world.mirror.status).toMatchObject({ state: 'up_to_date', set_aside: [] });
  });

  it('writes what has just changed before the program ends', async () => {
    const pump = await world.write('Pump');
    await world.choose(world.folder);
    await world.change(pump, { content: 'The last word.' });
    await world.mirror.close();
    expect(await world.text('handbook/pump.md')).toContain('The last word.');
  });

  it('stops when it is turned off, and leaves the files where they are', async () => {
    const pump = await world.write('Pump');
    await world.choose(world.folder);
    await world.choose('');
    await world.change(pump, { title: 'Valve' });
    await world.time.advance(3_600_000);
    expect(await world.paths()).toEqual(['handbook/pump.md']);
    expect(world.mirror.status).toMatchObject({ state: 'off', folder: '' });
  });
});
