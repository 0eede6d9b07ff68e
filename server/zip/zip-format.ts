/** What a ZIP archive says of one file (APPNOTE.TXT 6.3.10, 4.3.7 and 4.3.12). Sizes in bytes. */
export interface ZipRecord {
  name: Buffer;
  method: typeof STORED | typeof DEFLATED;
  /** Checksum and sizes stand behind the content, because they were not known before it. */
  isStreamed: boolean;
  crc: number;
  compressed: number;
  size: number;
  /** Where the file starts in the archive. */
  offset: number;
}

export const STORED = 0;
export const DEFLATED = 8;

/** What a 32-bit and a 16-bit field hold when the value stands in the ZIP64 one. */
const IN_ZIP64 = 0xffff_ffff;
const COUNT_IN_ZIP64 = 0xffff;

const NAME_IS_UTF8 = 0x0800;
const SUMS_FOLLOW = 0x0008;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = 3;
/** A plain file, for its owner only (security E9). */
const MODE = 0o100600;

/** The header in front of a file's content. A streamed one of unknown sums needs `large` where it may pass 4 GiB. */
export function localHeader(record: ZipRecord, time: Buffer, isLarge: boolean): Buffer {
  const { isStreamed, name, crc, compressed, size } = record;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION_ZIP64, 4);
  header.writeUInt16LE(flagsOf(record), 6);
  header.writeUInt16LE(record.method, 8);
  time.copy(header, 10);
  header.writeUInt32LE(isStreamed ? 0 : crc, 14);
  header.writeUInt32LE(isLarge ? IN_ZIP64 : isStreamed ? 0 : compressed, 18);
  header.writeUInt32LE(isLarge ? IN_ZIP64 : isStreamed ? 0 : size, 22);
  header.writeUInt16LE(name.length, 26);
  const extra = isLarge ? zip64Field([0, 0]) : Buffer.alloc(0);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** What follows the content of a streamed file. */
export function dataDescriptor({ crc, compressed, size }: ZipRecord, isLarge: boolean): Buffer {
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(compressed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(compressed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

/** A file's row in the directory at the end of the archive. */
export function directoryRow(record: ZipRecord, time: Buffer): Buffer {
  const { name, crc, compressed, size, offset } = record;
  const isLarge = Math.max(compressed, size, offset) >= IN_ZIP64;
  const row = Buffer.alloc(46);
  row.writeUInt32LE(0x02014b50, 0);
  row.writeUInt16LE((MADE_ON_UNIX << 8) | VERSION_ZIP64, 4);
  row.writeUInt16LE(VERSION_ZIP64, 6);
  row.writeUInt16LE(flagsOf(record), 8);
  row.writeUInt16LE(record.method, 10);
  time.copy(row, 12);
  row.writeUInt32LE(crc, 16);
  row.writeUInt32LE(isLarge ? IN_ZIP64 : compressed, 20);
  row.writeUInt32LE(isLarge ? IN_ZIP64 : size, 24);
  row.writeUInt16LE(name.length, 28);
  const extra = isLarge ? zip64Field([size, compressed, offset]) : Buffer.alloc(0);
  row.writeUInt16LE(extra.length, 30);
  row.writeUInt32LE((MODE << 16) >>> 0, 38);
  row.writeUInt32LE(isLarge ? IN_ZIP64 : offset, 42);
  return Buffer.concat([row, name, extra]);
}

/** The end of the archive: how many files it has and where their directory stands. */
export function endOfDirectory(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 8);
  end.writeUInt16LE(Math.min(count, COUNT_IN_ZIP64), 10);
  end.writeUInt32LE(Math.min(length, IN_ZIP64), 12);
  end.writeUInt32LE(Math.min(offset, IN_ZIP64), 16);
  const isLarge = count >= COUNT_IN_ZIP64 || length >= IN_ZIP64 || offset >= IN_ZIP64;
  return isLarge ? Buffer.concat([zip64End(count, length, offset), end]) : end;
}

function zip64End(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE((MADE_ON_UNIX << 8) | VERSION_ZIP64, 12);
  end.writeUInt16LE(VERSION_ZIP64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

function flagsOf({ isStreamed }: ZipRecord): number {
  return NAME_IS_UTF8 | (isStreamed ? SUMS_FOLLOW : 0);
}

/** Time and date as MS-DOS had them: two seconds fine, from 1980 on, here in UTC. */
export function dosTime(milliseconds: number): Buffer {
  const at = new Date(Math.max(milliseconds, Date.UTC(1980, 0, 1)));
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 0);
  bytes.writeUInt16LE(
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    2,
  );
  return bytes;
}
