import { createZipWriter } from '../../server/zip/zip-writer.ts';

/** Bytes of a row of the directory before its name, and where it says how long the rest is (APPNOTE.TXT 4.3.12). */
const ROW_BYTES = 46;
const LENGTHS_AT = [28, 30, 32];
/** Where the end of the archive says where the directory starts, from its last byte (4.3.16). */
const DIRECTORY_FROM_END = 6;

/** An archive with any names, also those that no honest program writes. Its readers know them from its directory. */
export async function hostileArchive(
  files: Iterable<readonly [name: string, content: Uint8Array]>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const names: Buffer[] = [];
  const zip = createZipWriter(async (bytes) => void pieces.push(bytes), 0);
  for (const [name, content] of files) {
    const bytes = Buffer.from(name);
    names.push(bytes);
    await zip.add('x'.repeat(bytes.length), content);
  }
  await zip.end();
  const archive = Buffer.concat(pieces);
  let row = archive.readUInt32LE(archive.length - DIRECTORY_FROM_END);
  for (const name of names) {
    name.copy(archive, row + ROW_BYTES);
    const rest = LENGTHS_AT.map((at) => archive.readUInt16LE(row + at));
    row += rest.reduce((sum, length) => sum + length, ROW_BYTES);
  }
  return archive;
}
