import {
  animatedPng,
  animatedWebp,
  exifSegment,
  exifWithPlace,
  gif,
  gifExtension,
  jpeg,
  jpegWith,
  losslessWebp,
  lossyWebp,
  png,
  pngChunk,
  pngWith,
  riffChunk,
  vp8Chunk,
  webp,
  webpHeader,
  xmpSegment,
  XMP_WITH_PLACE,
} from './pictures.ts';

const SEEDS: readonly Buffer[] = [
  png(),
  jpeg(),
  gif(3, gifExtension(0xff, 'NETSCAPE2.0', '\x01\0\0')),
  lossyWebp(),
  losslessWebp(),
  animatedPng(3),
  animatedWebp(3),
  jpegWith(exifSegment(exifWithPlace(6)), xmpSegment(XMP_WITH_PLACE)),
  pngWith(pngChunk('eXIf', exifWithPlace(3))),
  webp(webpHeader(8), vp8Chunk(), riffChunk('EXIF', exifWithPlace(8))),
];

/** Values that lengths and counts are most often wrong at. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];

/** The same pictures for the same seed, broken in one to four places each. */
export function* mutatedPictures(count: number, seed: number): Generator<Buffer> {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let made = 0; made < count; made += 1) {
    let bytes: Buffer = Buffer.from(SEEDS[below(SEEDS.length)] ?? png());
    for (let change = below(4); change >= 0; change -= 1) bytes = mutated(bytes, below);
    yield bytes;
  }
}

function mutated(bytes: Buffer, below: (limit: number) => number): Buffer {
  const at = below(bytes.length);
  const length = 1 + below(16);
  switch (below(7)) {
    case 0:
      bytes[at] = below(256);
      return bytes;
    case 1:
      bytes[at] = EDGES[below(EDGES.length)] ?? 0;
      return bytes;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 5: {
      const other = SEEDS[below(SEEDS.length)] ?? png();
      return Buffer.concat([bytes.subarray(0, at), other.subarray(below(other.length))]);
    }
    default:
      bytes.subarray(at, at + length).fill(EDGES[below(EDGES.length)] ?? 0);
      return bytes;
  }
}

/** Mulberry32: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
