import { damaged, truncated } from './refusals.ts';

export interface RiffChunk {
  name: string;
  data: Uint8Array;
  /** Where it stands in what was read, with its head and its padding. */
  start: number;
  end: number;
}

export interface Size {
  width: number;
  height: number;
}

/** An animation of the most frames with the most notes has fewer. */
const MOST_CHUNKS = 10_000;

/** The chunks from `start` up to `end`, which they must fill; each is padded to an even length. */
export function chunksOf(bytes: Uint8Array, start: number, end: number): RiffChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: RiffChunk[] = [];
  for (let at = start; at < end;) {
    if (at + 8 > end) throw truncated('image/webp');
    const length = view.getUint32(at + 4, true);
    const dataEnd = at + 8 + length;
    const next = dataEnd + (length % 2);
    if (next > end) throw truncated('image/webp');
    if (chunks.length === MOST_CHUNKS) throw damaged('image/webp', 'it has too many parts');
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    chunks.push({ name, data: bytes.subarray(at + 8, dataEnd), start: at, end: next });
    at = next;
  }
  return chunks;
}

/** Width and height from the head of a VP8 key frame (RFC 6386, section 9.1) or a VP8L picture (RFC 9649). */
export function bitstreamSize({ name, data }: RiffChunk): Size {
  if (name === 'VP8 ') return lossySize(data);
  if (name === 'VP8L') return losslessSize(data);
  throw damaged('image/webp', 'it does not start with its header');
}

function lossySize(data: Uint8Array): Size {
  const [first = 1, second = 0, third = 0, ...start] = data.subarray(0, 6);
  const isKeyFrame = (first & 1) === 0;
  const firstPartBytes = (first + 256 * second + 65_536 * third) >> 5;
  const hasStartCode = start.join(',') === '157,1,42';
  if (data.length < 10 || !isKeyFrame || !hasStartCode || firstPartBytes > data.length - 10)
    throw senseless();
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const size = { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  if (size.width === 0 || size.height === 0) throw senseless();
  return size;
}

function losslessSize(data: Uint8Array): Size {
  if (data.length < 6 || data[0] !== 0x2f) throw senseless();
  const bits = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(1, true);
  if (bits >>> 29 !== 0) throw senseless();
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function senseless() {
  return damaged('image/webp', 'its header makes no sense');
}
