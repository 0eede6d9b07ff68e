import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commandLine, serve, temporaryFolder, workspaceFolder } from './command-line.ts';

const MANUAL = fileURLToPath(new URL('../fixtures/import/manual', import.meta.url));
const CORPUS = fileURLToPath(new URL('../../../shared/corpus/docs', import.meta.url));

interface ImportReport {
  imported: number;
  skipped: { path: string; reason: string }[];
  dead_links: { path: string; link: string }[];
  images: number;
}

/** Every file of a folder by path, its id left out: an import gives new ones. */
async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = join(entry.parentPath, entry.name);
    found.set(file.slice(folder.length + 1), (await readFile(file, 'utf8')).replace(/^id: .*\n/m, ''));
  }
  return found;
}

/** Pages of one title in one folder are told apart by a number, which follows their ids: left out here. */
function withoutNumbers(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .map((file) => file.join('\n').replaceAll(/-\d+(?=\.md|\/)/g, ''))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

async function roundTrip(first: string, space: string) {
  const { json } = commandLine(first);
  const one = join(await temporaryFolder(), 'one');
  await json(['export', one, '--space', space]);
  const second = commandLine(await workspaceFolder());
  await second.json(['space', 'add', space]);
  const report = await second.json<ImportReport>(['import', join(one, space), '--space', space, '--publish']);
  const two = join(await temporaryFolder(), 'two');
  await second.json(['export', two]);
  return { report, before: await contents(one), after: await contents(two) };
}

describe('import', () => {
  it('brings a folder in and says what it skipped and why', async () => {
    const folder = join(await temporaryFolder(), 'manual');
    await cp(MANUAL, folder, { recursive: true });
    await symlink('/etc/passwd', join(folder, 'passwd.md'));
    await mkdir(join(folder, 'node_modules'));
    await writeFile(join(folder, 'huge.md'), Buffer.alloc(8_000_001, 'x'));
    const { json, run } = commandLine(await workspaceFolder());
    const report = await json<ImportReport>(['import', folder, '--space', 'notes']);
    expect(report).toMatchObject({ imported: 6, images: 1 });
    expect(report.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: '.hidden.md', reason: 'it is hidden' },
      { path: 'LICENSE', reason: 'it is not Markdown' },
      { path: 'broken.md', reason: expect.stringContaining('not valid YAML') },
      { path: 'huge.md', reason: 'it is longer than a document may be' },
      { path: 'images/overview.png', reason: expect.stringContaining('not a picture') },
      { path: 'latin1.md', reason: 'it is not UTF-8 text' },
      { path: 'node_modules/', reason: 'it holds the packages of a program' },
      { path: 'passwd.md', reason: 'it is a symbolic link' },
    ]);
    const { out } = await run(['import', folder, '--space', 'notes', '--again']);
    expect(out).toContain('Imported 6 pages into notes as drafts; import with --publish to publish.\n');
    expect(out).toContain('1 image is left as it is in the text.\n');
    expect(out).toContain('guides.md: guides/missing.md');
  });

  it('makes drafts; --publish publishes what does not call itself a draft', async () => {
    const { json } = commandLine(await workspaceFolder());
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.md'), '---\nstatus: draft\n---\nA');
    await writeFile(join(folder, 'b.md'), '---\nstatus: published\n---\nB');
    await writeFile(join(folder, 'c.md'), 'C');
    await json(['space', 'add', 'live']);
    await json(['import', folder, '--space', 'notes']);
    await json(['import', folder, '--space', 'live', '--publish']);
    const target = join(await temporaryFolder(), 'out');
    await json(['export', target]);
    const statuses = [...(await contents(target))].map(([path, text]) => [
      path,
      /^status: (\w+)$/m.exec(text)?.[1],
    ]);
    expect(Object.fromEntries(statuses)).toEqual({
      'notes/a.md': 'draft',
      'notes/b.md': 'draft',
      'notes/c.md': 'draft',
      'live/a.md': 'draft',
      'live/b.md': 'published',
      'live/c.md': 'published',
    });
  });

  it('refuses pages that the space has already, unless told to skip them or to import them again', async () => {
    const { run, json } = commandLine(await workspaceFolder());
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'guide'));
    await writeFile(join(folder, 'guide.md'), '# Guide');
    const words = ['import', folder, '--space', 'notes'];
    expect(await json(words)).toMatchObject({ imported: 1, existing: 0 });
    await writeFile(join(folder, 'guide', 'part.md'), '# Part\n\nUp to the [guide](../guide.md).');
    expect(await run(words)).toMatchObject({
      code: 1,
      out: '',
      err:
        'commonplace: 1 of the 2 pages is in notes already, such as “Guide”. Nothing was imported.\n' +
        '  Add --skip-existing to import only the others, or --again to import all of them once more.\n',
    });
    expect(await json([...words, '--skip-existing'])).toMatchObject({ imported: 1, existing: 1 });
    expect(await json([...words, '--skip-existing'])).toMatchObject({ imported: 0, existing: 2 });
    const target = join(await temporaryFolder(), 'out');
    await json(['export', target]);
    const files = await contents(target);
    expect([...files.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'notes/guide.md',
      'notes/guide/part.md',
    ]);
    expect(files.get('notes/guide/part.md')).toContain('[guide](../guide.md)');
    expect(await json([...words, '--again'])).toMatchObject({ imported: 2, existing: 0 });
    expect((await run([...words, '--again', '--skip-existing'])).code).toBe(2);
  });

  it('refuses a space that is not there and a folder that cannot be read', async () => {
    const { run } = commandLine(await workspaceFolder());
    expect((await run(['import', MANUAL, '--space', 'nowhere'])).code).toBe(1);
    expect(await run(['import', '/nonexistent', '--space', 'notes'])).toMatchObject({
      code: 2,
      err: 'commonplace: Cannot read the folder /nonexistent: it does not exist.\n',
    });
  });
});

describe('export', () => {
  it('gives files that an import turns into the same pages', async () => {
    const folder = await workspaceFolder();
    await commandLine(folder).json(['space', 'add', 'manual']);
    await commandLine(folder).json(['import', MANUAL, '--space', 'manual', '--publish']);
    const { before, after, report } = await roundTrip(folder, 'manual');
    expect([...before.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'manual/all-guides.md',
      'manual/all-guides/advanced.md',
      'manual/all-guides/advanced/tuning.md',
      'manual/all-guides/set-up-it.md',
      'manual/odd-name.md',
      'manual/the-manual.md',
    ]);
    expect(after).toEqual(before);
    expect(report.skipped).toEqual([]);
  });

  it('never mixes with what is in a folder already', async () => {
    const { run } = commandLine(await workspaceFolder('--sample'));
    const target = await temporaryFolder();
    await writeFile(join(target, 'mine.txt'), 'mine');
    expect(await run(['export', target])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty'),
    });
    expect(await readdir(target)).toEqual(['mine.txt']);
  });
});

const hasCorpus = existsSync(CORPUS);
if (!hasCorpus)
  process.stderr.write(`SKIPPED: the round trip of 700 real documents, because ${CORPUS} is absent.\n`);

describe.skipIf(!hasCorpus)('700 real documents', () => {
  it.each([
    ['electron', 301, 15],
    ['astro', 429, 0],
  ])('%s comes in through a server and survives the round trip', async (name, pages, deadLinks) => {
    const folder = await workspaceFolder();
    const { json } = commandLine(folder);
    const server = await serve(folder);
    await json(['space', 'add', name]);
    const report = await json<ImportReport>(['import', join(CORPUS, name), '--space', name, '--publish']);
    expect(report).toMatchObject({ imported: pages, skipped: [{ path: 'LICENSE' }] });
    expect(report.dead_links).toHaveLength(deadLinks);
    expect(await server.stop()).toBe(0);
    const { before, after } = await roundTrip(folder, name);
    expect(before.size).toBe(pages);
    expect(withoutNumbers(after)).toEqual(withoutNumbers(before));
  });
});
