import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/domain/identifier.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { importDocuments } from '../../server/operations/documents/import.ts';
import { folderConfig } from '../builders/folder.ts';
import {
  commandLine,
  cutShort,
  end,
  serve,
  start,
  temporaryFolder,
  workspaceFolder,
} from './command-line.ts';

interface Made {
  archive: string;
  counts: { documents: number };
}

/** A workspace with so many pages in its space `notes`. */
async function withPages(count: number): Promise<string> {
  const folder = await workspaceFolder();
  const connection = await openFolder(folderConfig(folder));
  try {
    for (let made = 0; made < count; made += 100) {
      const documents = Array.from({ length: Math.min(100, count - made) }, (_, index) => ({
        id: newId('document'),
        title: `Page ${made + index}`,
        content: 'A text. '.repeat(700),
      }));
      await connection.run(importDocuments, { space: 'notes', documents });
    }
  } finally {
    await connection.close();
  }
  return folder;
}

describe('backup and restore', () => {
  it('make a file of the workspace while it is in use, and a workspace of the file', async () => {
    const folder = await withPages(3);
    const place = await temporaryFolder();
    const file = join(place, 'all.zip');
    const server = await serve(folder);
    expect(await commandLine(folder).json<Made>(['backup', file])).toMatchObject({
      archive: file,
      counts: { documents: 3 },
    });
    const { out } = await commandLine(folder).run(['backup']);
    expect(out).toContain('Backed up 3 documents, 3 versions');
    const list = await commandLine(folder).run(['backup', 'list']);
    expect(list.out).toMatch(/commonplace-.*-manual-[0-9a-f]{8}\.zip .* by hand/);
    await server.stop();

    const target = join(place, 'restored');
    const restored = await commandLine(target).run(['restore', file]);
    expect(restored.out).toContain(`to ${target}.`);
    expect(restored.out).toContain('valid again');
    expect(restored.out).toContain(`npx commonplace serve --data ${target}`);
    expect(await commandLine(target).json(['verify'])).toMatchObject({
      read_only: false,
      audit: { broken: [] },
    });
  });

  it('refuse to write over anything, and damaged files whole, each with its exit code', async () => {
    const folder = await withPages(1);
    const place = await temporaryFolder();
    const file = join(place, 'all.zip');
    const { run } = commandLine(folder);
    expect((await run(['backup', file])).code).toBe(0);
    const again = await run(['backup', file]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('never replaces a file') });
    expect(await run(['backup', join(place, 'all.tar')])).toMatchObject({ code: 2 });
    expect(await run(['restore', file])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not empty'),
    });
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 30));
    const target = commandLine(join(place, 'restored'));
    expect(await target.run(['restore', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('damaged'),
    });
    expect(await run(['backup', 'show', file])).toMatchObject({ code: 2 });
    expect(await target.run(['restore', join(place, 'none.zip')])).toMatchObject({ code: 1 });
    expect(await readdir(place)).toEqual(['all.zip']);
  });

  it('a kill -9 in the middle of a backup leaves no half file under its name, and the next one goes through', async () => {
    const folder = await withPages(400);
    const backups = join(folder, 'backups');
    const made = async (ending: string) =>
      existsSync(backups) ? (await readdir(backups)).filter((name) => name.endsWith(ending)) : [];
    await cutShort('SIGKILL', () => start(['backup', '--data', folder]), {
      isUnderWay: async () => (await made('.part')).length > 0,
      isDone: async () => (await made('.zip')).length > 0,
      undo: () => rm(backups, { recursive: true }),
    });
    expect(await made('.zip')).toEqual([]);
    const { json } = commandLine(folder);
    expect(await json(['backup', 'list'])).toMatchObject({ items: [] });
    const { archive } = await json<Made>(['backup']);
    expect(await readdir(backups)).toEqual([archive.slice(backups.length + 1)]);
    expect(await json(['verify'])).toMatchObject({ read_only: false, files: { damage: [] } });
  });
});

describe('a restore that does not come to its end', () => {
  it('leaves nothing after Ctrl+C; after kill -9 the next one removes what is left', async () => {
    const folder = await withPages(400);
    const place = await temporaryFolder();
    const file = join(place, 'all.zip');
    await commandLine(folder).json(['backup', file]);
    const target = join(place, 'restored');
    const left = async () => (await readdir(place)).filter((name) => name.includes('.restoring-'));
    const interrupt = async (signal: NodeJS.Signals) => {
      const before = await left();
      return cutShort(signal, () => start(['restore', file, '--data', target]), {
        isUnderWay: async () => (await left()).some((name) => !before.includes(name)),
        isDone: async () => existsSync(target),
        undo: () => rm(target, { recursive: true }),
      });
    };
    await interrupt('SIGKILL');
    expect(await left()).toHaveLength(1);
    const interrupted = await interrupt('SIGINT');
    expect(interrupted).toMatchObject({ code: 1, err: expect.stringContaining('The restore was ended') });
    expect(await readdir(place)).toEqual(['all.zip']);
    await interrupt('SIGKILL');
    const [killed] = await left();
    const begun = await end(start(['init', '--username', 'ada', '--data', target]));
    expect(begun).toMatchObject({ code: 0, err: expect.stringContaining(join(place, String(killed))) });
    expect(await left()).toEqual([]);
  });
});

describe('Markdown files in a ZIP archive', () => {
  it('go out with `export` and come in with `import`, texts and paths as they were', async () => {
    const folder = await withPages(2);
    const place = await temporaryFolder();
    const file = join(place, 'all.zip');
    const { run, json } = commandLine(folder);
    expect(await json(['export', file])).toMatchObject({ exported: 2, folder: file });
    expect((await run(['export', file])).code).toBe(1);
    const other = commandLine(await workspaceFolder());
    expect(await other.json(['import', file, '--space', 'notes'])).toMatchObject({
      imported: 2,
      skipped: [],
    });
    const again = await other.run(['import', file, '--space', 'notes']);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('--skip-existing') });
    await writeFile(file, 'no archive');
    expect(await other.run(['import', file, '--space', 'notes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('damaged, or no ZIP archive'),
    });
  });
});
