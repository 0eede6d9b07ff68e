/** What a camera's notes say that matters here. */
export interface ExifFacts {
  /** 1 to 8 (EXIF 2.32, tag 0x0112); 1, as it is, when there is none. */
  orientation: number;
  hasLocation: boolean;
}

const ORIENTATION = 0x0112;
const GPS_DIRECTORY = 0x8825;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Reads the first directory of an EXIF block, which is a TIFF file. A broken one says nothing. */
export function readExif(tiff: Uint8Array): ExifFacts {
  const facts: ExifFacts = { orientation: 1, hasLocation: false };
  if (tiff.length < 8) return facts;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  if (!isLittle && view.getUint16(0) !== 0x4d4d) return facts;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return facts;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    const tag = view.getUint16(at, isLittle);
    if (tag === GPS_DIRECTORY) facts.hasLocation = true;
    if (tag !== ORIENTATION || view.getUint16(at + 2, isLittle) !== SHORT) continue;
    const value = view.getUint16(at + 8, isLittle);
    if (value >= 1 && value <= 8) facts.orientation = value;
  }
  return facts;
}

/** An EXIF block that says how the picture is to be turned, and nothing else. */
export function orientationOnly(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26);
  const view = new DataView(tiff.buffer);
  tiff.set([0x4d, 0x4d, 0x00, 0x2a, 0, 0, 0, 8]);
  view.setUint16(8, 1);
  view.setUint16(10, ORIENTATION);
  view.setUint16(12, SHORT);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return tiff;
}

/** What is to stand in place of an EXIF block: nothing when the picture is not turned. */
export function withoutNotes(tiff: Uint8Array): { kept: Uint8Array | undefined; facts: ExifFacts } {
  const facts = readExif(tiff);
  return { kept: facts.orientation === 1 ? undefined : orientationOnly(facts.orientation), facts };
}

/** Properties of EXIF, IPTC and Photoshop in XMP, and the keys of texts in PNG, that hold a place. */
const PLACES = ['GPSL', 'Iptc4xmpCore:Location', 'LocationCreated', 'LocationShown', 'photoshop:City'];

/** Whether an XMP text says where the picture was taken. */
export function namesLocation(xmp: Uint8Array): boolean {
  const text = Buffer.from(xmp.buffer, xmp.byteOffset, xmp.byteLength);
  return PLACES.some((name) => text.includes(name));
}
