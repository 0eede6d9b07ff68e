import { describe, expect, it } from 'vitest';
import { documentHead } from '../../../test/builders/document-head.ts';
import { seededRandom } from '../../../test/bench/corpus.ts';
import { createCrashDisk, type Loss } from '../../../test/storage/crash-disk.ts';
import type { FileSystem } from '../../storage/file-system.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { buildSegment, createLiveIndex } from '../index/live-index.ts';
import { searchableDocument } from '../searchable-document.ts';
import { isSavedIndexWhole, openSavedIndex, saveIndex } from './saved-index.ts';

const PLACE = { folder: '/index', instanceId: 'ws_one' };

function segmentOf(...texts: string[]) {
  return buildSegment(
    texts.map((text, n) => analyseDocument(searchableDocument(documentHead({ id: `doc_${n}` }), text))),
  );
}

const idsOf = (opened: Awaited<ReturnType<typeof openSavedIndex>>) =>
  opened.segment ? [...createLiveIndex(opened.segment).ids()] : opened.problem;

async function savedDisk() {
  const disk = createCrashDisk();
  const saved = await saveIndex(disk.fileSystem, PLACE, segmentOf('pump', 'valve'));
  return { disk, saved, fileSystem: disk.fileSystem };
}

async function overwrite(fileSystem: FileSystem, path: string, change: (bytes: Buffer) => Uint8Array) {
  const bytes = change(await fileSystem.readFile(path));
  await fileSystem.unlink(path);
  const file = await fileSystem.open(path, 'create');
  await file.write(bytes, 0);
  await file.close();
}

const namesIn = async (fileSystem: FileSystem) =>
  (await fileSystem.list('/index')).map(({ name }) => name).toSorted();

describe('the saved index', () => {
  it('is what was saved, with its size and time', async () => {
    const { fileSystem, saved } = await savedDisk();
    const opened = await openSavedIndex(fileSystem, PLACE);
    expect(idsOf(opened)).toEqual(['doc_0', 'doc_1']);
    expect(opened.saved).toEqual(saved);
    expect(await isSavedIndexWhole(fileSystem, PLACE)).toBe(true);
  });

  it('takes the place of the one before, whose files and half-written ones go', async () => {
    const { fileSystem } = await savedDisk();
    await (await fileSystem.open('/index/.0123456789abcdef01234567.tmp', 'create')).close();
    await (await fileSystem.open('/index/notes.txt', 'create')).close();
    await saveIndex(fileSystem, PLACE, segmentOf('pump'));
    expect(idsOf(await openSavedIndex(fileSystem, PLACE))).toEqual(['doc_0']);
    expect(await namesIn(fileSystem)).toEqual(['manifest.json', 'notes.txt', 'segment-2.bin']);
  });

  it('of an empty folder, or without a folder, is none', async () => {
    const { fileSystem } = createCrashDisk();
    expect(await openSavedIndex(fileSystem, PLACE)).toMatchObject({ problem: 'There was no saved index.' });
    expect(await isSavedIndexWhole(fileSystem, PLACE)).toBeNull();
  });

  it('of another workspace is refused', async () => {
    const { fileSystem } = await savedDisk();
    const other = { ...PLACE, instanceId: 'ws_two' };
    expect(idsOf(await openSavedIndex(fileSystem, other))).toBe(
      'The saved index belongs to another workspace.',
    );
    expect(await isSavedIndexWhole(fileSystem, other)).toBe(false);
  });

  it.each([
    ['is empty', () => Buffer.alloc(0), /damaged/],
    ['is not JSON', () => Buffer.from('{"format":'), /damaged/],
    ['names a file elsewhere', (b: Buffer) => Buffer.from(String(b).replace('segment-1', '../x')), /damaged/],
    ['is of another format', (b: Buffer) => Buffer.from(String(b).replace(':1,', ':2,')), /another version/],
    ['is far too long', () => Buffer.alloc(20_000, ' '), /damaged/],
  ])('is refused when its manifest %s', async (_name, change, problem) => {
    const { fileSystem } = await savedDisk();
    await overwrite(fileSystem, '/index/manifest.json', change);
    expect(idsOf(await openSavedIndex(fileSystem, PLACE))).toMatch(problem);
  });

  it('is refused when its file is missing, cut short or longer', async () => {
    const cut = await savedDisk();
    await overwrite(cut.fileSystem, '/index/segment-1.bin', (bytes) => bytes.subarray(0, -8));
    expect(idsOf(await openSavedIndex(cut.fileSystem, PLACE))).toMatch(/not as long/);
    await overwrite(cut.fileSystem, '/index/segment-1.bin', (bytes) =>
      Buffer.concat([bytes, Buffer.alloc(16)]),
    );
    expect(idsOf(await openSavedIndex(cut.fileSystem, PLACE))).toMatch(/not as long/);
    await cut.fileSystem.unlink('/index/segment-1.bin');
    expect(idsOf(await openSavedIndex(cut.fileSystem, PLACE))).toMatch(/missing/);
    expect(await isSavedIndexWhole(cut.fileSystem, PLACE)).toBe(false);
  });

  it('is refused wherever one bit of its file is flipped', async () => {
    const { disk, saved } = await savedDisk();
    const random = seededRandom(5);
    for (let flip = 0; flip < 60; flip += 1) {
      const { fileSystem } = disk.copy();
      const at = flip < 24 ? flip : Math.floor(random() * saved.bytes);
      await overwrite(fileSystem, '/index/segment-1.bin', (bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
        return bytes;
      });
      expect([at, idsOf(await openSavedIndex(fileSystem, PLACE))]).toEqual([
        at,
        expect.stringMatching(/damaged|another version/),
      ]);
    }
  });
});

describe('a power cut while the index is saved', () => {
  it.each(['lost', 'kept', 'cut', 'sectors'] satisfies Loss[])(
    'leaves the old one or the new one, whole, whenever it comes (what was not flushed: %s)',
    async (loss) => {
      const before = createCrashDisk();
      await saveIndex(before.fileSystem, PLACE, segmentOf('pump', 'valve'));
      const disk = before.copy();
      await saveIndex(disk.fileSystem, PLACE, segmentOf('steam', 'boiler', 'pump'));
      const old = ['doc_0', 'doc_1'];
      const random = seededRandom(11);
      for (let point = 0; point <= disk.now; point += 1) {
        const { fileSystem } = disk.imageAt(point, loss, random);
        const found = idsOf(await openSavedIndex(fileSystem, PLACE));
        expect([old, [...old, 'doc_2']]).toContainEqual(found);
        await saveIndex(fileSystem, PLACE, segmentOf('again'));
        expect(await namesIn(fileSystem)).toEqual([
          'manifest.json',
          expect.stringMatching(/^segment-\d+\.bin$/),
        ]);
      }
    },
  );
});
