import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/domain/identifier.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { importDocuments } from '../../server/operations/documents/import.ts';
import { folderConfig } from '../builders/folder.ts';
import { filesIn } from '../mirror/mirror-world.ts';
import { commandLine, cutShort, serve, start, temporaryFolder, workspaceFolder } from './command-line.ts';

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('document'),
    title: `Page ${index}`,
    content: 'A text. '.repeat(700),
  }));

async function withPages(count: number): Promise<string> {
  const folder = await workspaceFolder();
  const connection = await openFolder(folderConfig(folder));
  try {
    for (let made = 0; made < count; made += 100)
      await connection.run(importDocuments, {
        space: 'notes',
        documents: pages(Math.min(100, count - made)),
      });
  } finally {
    await connection.close();
  }
  return folder;
}

describe('commonplace mirror', () => {
  it('keeps a folder through the server that runs, and says what was edited in it', async () => {
    const data = await withPages(2);
    const { run } = commandLine(data);
    const mirror = join(await temporaryFolder(), 'mirror');
    const server = await serve(data);
    const set = await run(['mirror', 'set', mirror]);
    expect(set.out).toMatch(/^Up to date at .*: 2 files in .*mirror\.$/m);
    expect(await filesIn(mirror)).toEqual(['notes/page-0.md', 'notes/page-1.md']);
    await writeFile(join(mirror, 'notes/page-1.md'), 'Edited.');
    const { out } = await run(['mirror', 'write']);
    expect(out).toMatch(/Edited and set aside: notes\/page-1 \(edited .*\)\.md \(was notes\/page-1\.md\)/);
    expect(await run(['mirror', 'off'])).toMatchObject({ code: 0, out: `The files stay in ${mirror}.\n` });
    await server.stop();
  });

  it('ends with a usage error for a folder that holds something else, and changes nothing', async () => {
    const { run } = commandLine(await withPages(1));
    const folder = join(await temporaryFolder(), 'notes');
    await mkdir(folder);
    await writeFile(join(folder, 'mine.md'), 'Mine.');
    const { code, err } = await run(['mirror', 'set', folder]);
    expect(code).toBe(2);
    expect(err).toContain('is not empty, and is no mirror of this workspace.');
    expect(await readdir(folder)).toEqual(['mine.md']);
    expect((await run(['mirror'])).out).toContain('There is no mirror.');
  });

  it('goes on after a kill -9 in the middle of it, also without a server, and takes none of its own files for an edit', async () => {
    const folder = await withPages(300);
    const { json, run } = commandLine(folder);
    const mirror = join(await temporaryFolder(), 'mirror');
    const written = async () => (existsSync(mirror) ? (await filesIn(mirror)).length : 0);
    await cutShort('SIGKILL', () => start(['mirror', 'set', mirror, '--data', folder]), {
      isUnderWay: async () => (await written()) > 20,
      isDone: async () => (await written()) === 300,
      async undo() {
        await run(['mirror', 'off']);
        await rm(mirror, { recursive: true });
      },
    });
    expect(await written()).toBeLessThan(300);
    expect(await json(['mirror', 'write'])).toMatchObject({ state: 'up_to_date', files: 300, set_aside: [] });
    const files = await filesIn(mirror);
    expect(files).toHaveLength(300);
    expect(await readFile(join(mirror, files[299] ?? ''), 'utf8')).toContain('A text.');
  });
});
