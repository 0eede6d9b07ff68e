import { crc32 } from 'node:zlib';
import { AppError } from '../errors.ts';
import { encodeJson } from '../json/encode-json.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { SLICE_BYTES } from '../json/json-text.ts';
import type { SlicedWork } from '../sliced-work.ts';
import { checksum, checksumText } from './checksum.ts';
import { joinPieces } from './pieces.ts';

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

/** The same bytes in pieces, for values that may be long. */
export function* encodeChecksummedInSlices(value: object): SlicedWork<Buffer[]> {
  const [first = Buffer.alloc(0), ...others] = yield* encodeJson(value, 'indented');
  return guardPieces([first.subarray(OPENING_LENGTH), ...others, Buffer.from('\n')]);
}

/** So many rows are encoded without a pause. */
const SLICE_ROWS = 500;

/** A header and one record a line: compact, and still something to read and to compare. */
export function* encodeChecksummedRows(
  header: object,
  name: string,
  rows: Iterable<unknown>,
): SlicedWork<Buffer[]> {
  const head = JSON.stringify(header, null, 2).slice(OPENING_LENGTH, -'\n}'.length);
  const pieces = [Buffer.from(`${head},\n  ${JSON.stringify(name)}: [`)];
  let lines: string[] = [];
  let count = 0;
  for (const row of rows) {
    lines.push(`${count === 0 ? '' : ','}\n    ${JSON.stringify(row)}`);
    count += 1;
    if (lines.length < SLICE_ROWS) continue;
    pieces.push(Buffer.from(lines.join('')));
    lines = [];
    yield;
  }
  pieces.push(Buffer.from(`${lines.join('')}${count === 0 ? '' : '\n  '}]\n}\n`));
  return guardPieces(pieces);
}

/** @throws {DamagedFile} when the bytes are not exactly what `encode…` made. */
export function decodeChecksummed(bytes: Buffer): unknown {
  return JSON.parse(`{${guarded(bytes).toString('utf8')}`);
}

const NO_LIMITS = { depth: 100, keys: Infinity, items: Infinity };

/** The same for a file that may be long. */
export function* decodeChecksummedInSlices(bytes: Buffer): SlicedWork<unknown> {
  if (bytes.length <= SLICE_BYTES) return decodeChecksummed(bytes);
  yield;
  guarded(bytes);
  try {
    const { checksum: _checksum, ...value } = Object(yield* parseStrictJson(bytes, NO_LIMITS));
    return value;
  } catch (error) {
    // Stricter than JSON is, and the checksum fits: what was written is read, if in one go.
    if (error instanceof AppError) return decodeChecksummed(bytes);
    throw error;
  }
}

/** What stands behind the checksum, which it fits. */
function guarded(bytes: Buffer): Buffer {
  const head = HEAD.exec(bytes.toString('latin1', 0, HEAD_LENGTH));
  if (!head)
    throw new DamagedFile(
      bytes.length === 0 ? 'the file is empty' : 'the file does not start with its checksum',
    );
  const rest = bytes.subarray(HEAD_LENGTH);
  if (checksum(rest) !== head[1]) throw new DamagedFile('the content does not fit its checksum');
  return rest;
}

function guard(json: string): Buffer {
  const rest = `${json.slice(OPENING_LENGTH)}\n`;
  return Buffer.from(`{\n  "checksum": "${checksum(rest)}",\n${rest}`);
}

/** Short pieces become one, so that a small file is one write. */
function guardPieces(rest: readonly Buffer[]): Buffer[] {
  const running = rest.reduce((sum, piece) => crc32(piece, sum), 0);
  const pieces = [Buffer.from(`{\n  "checksum": "${checksumText(running)}",\n`), ...rest];
  return [...joinPieces(pieces, SLICE_BYTES)];
}
