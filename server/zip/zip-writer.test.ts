import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createZipWriter } from './zip-writer.ts';

const deflateLater = promisify(deflateRaw);

const PIECE = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) & 255));
const PIECES = 200;
const STORED = { size: PIECE.length * PIECES, compress: false };

async function* manyPieces(onRead: (length: number) => void = () => undefined) {
  for (let count = 0; count < PIECES; count += 1) {
    onRead(PIECE.length);
    yield PIECE;
  }
}

describe('an archive that is written', () => {
  it('reads a long file only as fast as its bytes are written', async () => {
    let ahead = 0;
    let most = 0;
    const zip = createZipWriter(async (bytes) => {
      await nextTurn();
      ahead -= bytes.length;
    }, 0);
    const onRead = (length: number) => (most = Math.max(most, (ahead += length)));
    await zip.addPieces('long', manyPieces(onRead), STORED);
    await zip.end();
    expect(most).toBeLessThan(4_000_000);
  });

  it('has no write under way when nobody waits for it: it can be given up after any file', async () => {
    const noise = randomBytes(600_000);
    let isAwaited = false;
    const outside: string[] = [];
    let writes = 0;
    const zip = createZipWriter(async () => {
      writes += 1;
      if (!isAwaited) outside.push('began');
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      if (!isAwaited) outside.push('ended');
    }, 0);
    for (let count = 0; count < 20; count += 1) {
      isAwaited = true;
      await zip.add(`${count}`, noise, { compress: count % 2 === 0 });
      isAwaited = false;
      // As long as the rest of the file takes to be compressed.
      await deflateLater(noise);
    }
    expect(writes).toBeGreaterThan(5);
    expect(outside).toEqual([]);
  });

  it.each([['../a'], ['/etc/passwd'], ['C:/a'], ['folder/'], ['']])(
    'has no file of the name %j',
    async (name) => {
      const zip = createZipWriter(async () => undefined, 0);
      await expect(zip.add(name, PIECE)).rejects.toThrow(/path/i);
    },
  );
});

describe('an archive that cannot be written', () => {
  it('says what the disk said, to all who ask, and closes what it read', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    let isClosed = false;
    const pieces = async function* () {
      try {
        yield* manyPieces();
      } finally {
        isClosed = true;
      }
    };
    const zip = createZipWriter(() => Promise.reject(full), 0);
    await zip.add('short', Buffer.from('waits for more'));
    await expect(zip.addPieces('long', pieces(), STORED)).rejects.toBe(full);
    expect(isClosed).toBe(true);
    await expect(zip.add('next', PIECE)).rejects.toBe(full);
    await expect(zip.end()).rejects.toBe(full);
  });

  it('says it at the end too, when all fitted into one write', async () => {
    const full = new Error('no space left');
    const zip = createZipWriter(() => Promise.reject(full), 0);
    await zip.add('short', Buffer.from('short'));
    await expect(zip.end()).rejects.toBe(full);
  });

  it('says what the source said, and writes nothing from then on', async () => {
    const gone = new Error('the disk is gone');
    let isUnderWay = false;
    let writes = 0;
    const zip = createZipWriter(async () => {
      isUnderWay = true;
      writes += 1;
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      isUnderWay = false;
    }, 0);
    const pieces = async function* () {
      yield* manyPieces();
      throw gone;
    };
    await expect(zip.addPieces('long', pieces(), STORED)).rejects.toBe(gone);
    expect(isUnderWay).toBe(false);
    const before = writes;
    await expect(zip.end()).rejects.toBe(gone);
    expect(writes).toBe(before);
  });
});
