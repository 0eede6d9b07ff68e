import { crc32 } from 'node:zlib';
import { ANALYSIS_VERSION } from '../analysis/analysed-document.ts';
import { MAX_NARROW } from './growing-numbers.ts';
import type { CompactNumbers } from './index-reader.ts';
import type { Segment, SegmentContent } from './segment.ts';
import type { TextList } from './text-list.ts';

/** Counts up when the layout of the file changes. */
export const SEGMENT_FORMAT = 2;

/** `CPINDEX1` in bytes; read as numbers, it also tells a machine of the other byte order. */
const MAGIC = [0x4e_49_50_43, 0x31_58_45_44] as const;

/** Numbers at the head of the file, by position; the byte length of each section follows. */
const CHECKSUM = 2;
const FORMAT = 3;
const ANALYSIS = 4;
const SECTION_COUNT = 5;
const HEAD_LENGTH = 6;

/** Every section begins at a multiple of it, as the widest numbers want. */
const ALIGNMENT = 8;

/** Why bytes are not taken for an index. Whatever the reason, it is built anew. */
export type SegmentRefusal = 'not_an_index' | 'other_format' | 'other_analysis' | 'damaged';

export type DecodedSegment = { segment: Segment } | { refusal: SegmentRefusal };

type Section = Uint8Array | CompactNumbers | Float64Array;

/** The sections in the order of the file; `openSegment` reads them in the same order. */
function sectionsOf(content: SegmentContent): Section[] {
  const { terms, words, postings, positions, wordLists, ids, stamps, labels, tags } = content;
  return [
    content.updatedAt,
    ...listSections(terms),
    ...listSections(words),
    content.termOfWord,
    content.wordFrequencies,
    postings.starts,
    postings.packed,
    postings.documents,
    postings.codes,
    positions.starts,
    positions.marks,
    positions.bytes,
    wordLists.starts,
    wordLists.bytes,
    ...content.lengths,
    ...listSections(ids),
    ...listSections(stamps),
    ...listSections(labels),
    content.spaces,
    content.statuses,
    content.types,
    content.authors,
    tags.starts,
    tags.numbers,
  ];
}

const listSections = ({ bytes, offsets }: TextList): Section[] => [bytes, offsets];

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

const headBytes = (sections: number): number =>
  aligned((HEAD_LENGTH + sections) * Uint32Array.BYTES_PER_ELEMENT);

/** Lays an index out in one piece of shared memory, whose bytes are its file. */
export function assembleSegment(content: SegmentContent): Segment {
  const sections = sectionsOf(content);
  const length = sections.reduce(
    (total, section) => total + aligned(section.byteLength),
    headBytes(sections.length),
  );
  const buffer = new SharedArrayBuffer(length);
  const head = new Uint32Array(buffer, 0, HEAD_LENGTH + sections.length);
  head.set([...MAGIC, 0, SEGMENT_FORMAT, ANALYSIS_VERSION, sections.length]);
  const bytes = new Uint8Array(buffer);
  let offset = headBytes(sections.length);
  for (const [index, section] of sections.entries()) {
    head[HEAD_LENGTH + index] = section.byteLength;
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), offset);
    offset += aligned(section.byteLength);
  }
  head[CHECKSUM] = checksumOf(buffer);
  return openSegment(buffer);
}

/** Over all bytes behind itself. */
function checksumOf(buffer: SharedArrayBuffer): number {
  return crc32(new Uint8Array(buffer, (CHECKSUM + 1) * Uint32Array.BYTES_PER_ELEMENT));
}

/** The index in memory that `assembleSegment` laid out, in whichever thread. */
export function openSegment(buffer: SharedArrayBuffer): Segment {
  const reader = sectionReader(buffer);
  const bytes = () => reader.bytes();
  const numbers = () => reader.numbers();
  const lexicon = () => {
    const list = { bytes: bytes(), offsets: numbers() };
    return { size: list.offsets.length - 1, ...list };
  };
  const texts = () => ({ bytes: bytes(), offsets: numbers() });
  const postings = (documentCount: number) => {
    const starts = numbers();
    const packed = numbers();
    return {
      starts,
      packed,
      documents: reader.compact(documentCount - 1),
      codes: reader.compact(packed.length - 1),
    };
  };
  const updatedAt = reader.times();
  const content: SegmentContent = {
    updatedAt,
    terms: lexicon(),
    words: lexicon(),
    termOfWord: numbers(),
    wordFrequencies: numbers(),
    postings: postings(updatedAt.length),
    positions: { starts: numbers(), marks: numbers(), bytes: bytes() },
    wordLists: { starts: numbers(), bytes: bytes() },
    lengths: [numbers(), numbers(), numbers()],
    ids: texts(),
    stamps: texts(),
    labels: texts(),
    spaces: numbers(),
    statuses: numbers(),
    types: numbers(),
    authors: numbers(),
    tags: { starts: numbers(), numbers: numbers() },
  };
  return { buffer, documentCount: updatedAt.length, ...content };
}

function sectionReader(buffer: SharedArrayBuffer) {
  const head = new Uint32Array(buffer, 0, HEAD_LENGTH);
  const sections = head[SECTION_COUNT] ?? 0;
  const lengths = new Uint32Array(buffer, HEAD_LENGTH * Uint32Array.BYTES_PER_ELEMENT, sections);
  let section = 0;
  let offset = headBytes(sections);
  const next = () => {
    const place = { start: offset, length: lengths[section] ?? 0 };
    offset += aligned(place.length);
    section += 1;
    return place;
  };
  return {
    bytes() {
      const { start, length } = next();
      return new Uint8Array(buffer, start, length);
    },
    numbers() {
      const { start, length } = next();
      return new Uint32Array(buffer, start, length / Uint32Array.BYTES_PER_ELEMENT);
    },
    compact(largest: number): CompactNumbers {
      const { start, length } = next();
      return largest <= MAX_NARROW
        ? new Uint16Array(buffer, start, length / Uint16Array.BYTES_PER_ELEMENT)
        : new Uint32Array(buffer, start, length / Uint32Array.BYTES_PER_ELEMENT);
    },
    times() {
      const { start, length } = next();
      return new Float64Array(buffer, start, length / Float64Array.BYTES_PER_ELEMENT);
    },
  };
}

/** The file of an index: the very memory that it lives in. */
export function encodeSegment({ buffer }: Segment): Uint8Array {
  return new Uint8Array(buffer);
}

/**
 * The index in a file's bytes, or why there is none. Memory that is shared and all of the file is taken as it
 * is, other bytes are copied.
 */
export function decodeSegment(file: Uint8Array): DecodedSegment {
  if (file.length < HEAD_LENGTH * Uint32Array.BYTES_PER_ELEMENT) return { refusal: 'not_an_index' };
  const buffer = sharedMemoryOf(file);
  const head = new Uint32Array(buffer, 0, HEAD_LENGTH);
  if (head[0] !== MAGIC[0] || head[1] !== MAGIC[1]) return { refusal: 'not_an_index' };
  if (head[FORMAT] !== SEGMENT_FORMAT) return { refusal: 'other_format' };
  if (head[ANALYSIS] !== ANALYSIS_VERSION) return { refusal: 'other_analysis' };
  if (head[CHECKSUM] !== checksumOf(buffer)) return { refusal: 'damaged' };
  return { segment: openSegment(buffer) };
}

function sharedMemoryOf(file: Uint8Array): SharedArrayBuffer {
  const { buffer, byteLength } = file;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === byteLength) return buffer;
  const shared = new SharedArrayBuffer(aligned(byteLength));
  new Uint8Array(shared).set(file);
  return shared;
}
