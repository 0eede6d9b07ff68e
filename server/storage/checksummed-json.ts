import { checksum } from './checksum.ts';

/**
 * Readable JSON whose first member guards the rest: `"checksum"` is the CRC-32 of every byte behind its line.
 * A person can read the file with any tool; a flipped bit, a cut or an edit is found.
 */
const HEAD = /^\{\n {2}"checksum": "([0-9a-f]{8})",\n/;
const HEAD_LENGTH = '{\n  "checksum": "00000000",\n'.length;
const OPENING_LENGTH = '{\n'.length;

/** Thrown by `decodeChecksummed`: the file is not what was written. */
export class DamagedFile extends Error {}

/** @param value a non-empty plain object. */
export function encodeChecksummed(value: object): Buffer {
  return guard(JSON.stringify(value, null, 2));
}

/** A header and one record a line: compact, and still something to read and to compare. */
export function encodeChecksummedRows(header: object, name: string, rows: Iterable<unknown>): Buffer {
  const lines: string[] = [];
  for (const row of rows) lines.push(`    ${JSON.stringify(row)}`);
  const head = JSON.stringify(header, null, 2).slice(0, -'\n}'.length);
  const body = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return guard(`${head},\n  ${JSON.stringify(name)}: ${body}\n}`);
}

/** @throws {DamagedFile} when the bytes are not exactly what `encode…` made. */
export function decodeChecksummed(bytes: Buffer): unknown {
  const head = HEAD.exec(bytes.toString('latin1', 0, HEAD_LENGTH));
  if (!head)
    throw new DamagedFile(
      bytes.length === 0 ? 'the file is empty' : 'the file does not start with its checksum',
    );
  const rest = bytes.subarray(HEAD_LENGTH);
  if (checksum(rest) !== head[1]) throw new DamagedFile('the content does not fit its checksum');
  return JSON.parse(`{${rest.toString('utf8')}`);
}

function guard(json: string): Buffer {
  const rest = `${json.slice(OPENING_LENGTH)}\n`;
  return Buffer.from(`{\n  "checksum": "${checksum(rest)}",\n${rest}`);
}
