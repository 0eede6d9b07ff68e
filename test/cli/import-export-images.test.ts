import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exifSegment, exifWithPlace, gif, jpeg, jpegWith, png } from '../images/pictures.ts';
import { commandLine, serve, temporaryFolder, workspaceFolder } from './command-line.ts';

/** A folder as people have them: pages that show pictures, in several ways. */
async function manual(): Promise<string> {
  const folder = join(await temporaryFolder(), 'manual');
  await mkdir(join(folder, 'guides'), { recursive: true });
  await mkdir(join(folder, 'images'));
  const write = (path: string, content: string | Uint8Array) => writeFile(join(folder, path), content);
  await write(
    'pump.md',
    '# Pump\n\n![The pump](images/Pump%20Room.png) and ![again](<./images/Pump Room.png>)',
  );
  await write(
    'guides/valve.md',
    '# Valve\n\n![v][valve] [the file](/images/valve.jpg)\n\n[valve]: ../images/valve.jpg',
  );
  await write(
    'guides/other.md',
    '# Other\n\n![p](../images/Pump%20Room.png) ![s](../images/plan.svg) ![n](none.png)',
  );
  await write('images/Pump Room.png', png());
  await write('images/valve.jpg', jpegWith(exifSegment(exifWithPlace())));
  await write('images/plan.svg', '<svg/>');
  await write('images/unused.gif', gif());
  return folder;
}

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return new Map(files.map((file, at) => [file.slice(folder.length + 1), contents[at] ?? Buffer.alloc(0)]));
}

const textOf = (files: ReadonlyMap<string, Buffer>, path: string) => files.get(path)?.toString('utf8') ?? '';

describe('"CLI import carries images that pages link to"', () => {
  it('attaches each once a page, and says what it left and why', async () => {
    const { json, run } = commandLine(await workspaceFolder());
    const folder = await manual();
    const report = await json(['import', folder, '--space', 'notes', '--publish']);
    expect(report).toMatchObject({ imported: 4, attached: 3, images: 2 });
    expect(report['skipped']).toEqual([
      { path: 'images/plan.svg', reason: expect.stringContaining('SVG') },
      { path: 'images/unused.gif', reason: 'no page shows it' },
    ]);
    const { out } = await run(['import', folder, '--space', 'notes', '--again']);
    expect(out).toContain('3 images came along.\n2 images are left as they are in the text.\n');
  });

  it('"export writes them beside the pages and links relatively"', async () => {
    const { json, run } = commandLine(await workspaceFolder());
    await json(['import', await manual(), '--space', 'notes', '--publish']);
    const target = join(await temporaryFolder(), 'out');
    const { out } = await run(['export', target]);
    expect(out).toContain('Exported 4 documents and 3 images to ');
    const files = await filesOf(join(target, 'notes'));
    expect([...files.keys()].toSorted()).toEqual([
      'guides.md',
      'guides/images/pump-room.png',
      'guides/images/valve.jpg',
      'guides/other.md',
      'guides/valve.md',
      'images/pump-room.png',
      'pump.md',
    ]);
    expect(files.get('images/pump-room.png')?.equals(png())).toBe(true);
    expect(files.get('guides/images/valve.jpg')?.equals(jpeg())).toBe(true);
    expect(textOf(files, 'pump.md')).toContain(
      '![The pump](images/pump-room.png) and ![again](<images/pump-room.png>)',
    );
    expect(textOf(files, 'guides/valve.md')).toContain(
      '[the file](images/valve.jpg)\n\n[valve]: images/valve.jpg',
    );
    expect(textOf(files, 'guides/other.md')).toContain(
      '![p](images/pump-room.png) ![s](../images/plan.svg) ![n](none.png)',
    );
  });

  it('a round trip keeps every page and every byte of every picture, also through a server that runs', async () => {
    const first = commandLine(await workspaceFolder());
    await first.json(['import', await manual(), '--space', 'notes', '--publish']);
    const one = join(await temporaryFolder(), 'one');
    await first.json(['export', one]);
    const data = await workspaceFolder();
    await serve(data);
    const second = commandLine(data);
    await second.json(['import', join(one, 'notes'), '--space', 'notes', '--publish']);
    const two = join(await temporaryFolder(), 'two');
    await second.json(['export', two]);
    const withoutIds = (files: ReadonlyMap<string, Buffer>) =>
      new Map([...files].map(([path, bytes]) => [path, bytes.toString('latin1').replace(/^id: .*\n/m, '')]));
    expect(withoutIds(await filesOf(two))).toEqual(withoutIds(await filesOf(one)));
  });

  it('a picture whose bytes are lost is named, and all else is exported', async () => {
    const data = await workspaceFolder();
    const { json, run } = commandLine(data);
    await json(['import', await manual(), '--space', 'notes', '--publish']);
    await serve(data);
    const name = (await readdir(join(data, 'attachments'))).find((file) => file.endsWith('.jpg')) ?? '';
    await rm(join(data, 'attachments', name));
    const target = join(await temporaryFolder(), 'out');
    const { out, err, code } = await run(['export', target]);
    expect(code).toBe(0);
    expect(out).toContain('Exported 4 documents and 2 images');
    expect(out + err).toContain('notes/guides/images/valve.jpg');
  });
});
