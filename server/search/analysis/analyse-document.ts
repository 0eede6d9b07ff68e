import { packFrequency } from '../index/frequency.ts';
import { grown, growingNumbers, pushNumber, type GrowingNumbers } from '../index/growing-numbers.ts';
import { writePositions } from '../index/positions.ts';
import { growingBytes } from '../index/varint.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import type { AnalysedDocument } from './analysed-document.ts';
import { createWordMemory, PART, WHOLE, type WordMemory } from './word-memory.ts';
import { codedText, forEachRun } from './word-runs.ts';

const TITLE = 0;
const TAGS = 1;
const TEXT = 2;
type FieldNumber = typeof TITLE | typeof TAGS | typeof TEXT;

/** Longer texts get memory of their own. */
const MAX_KEPT_TEXT = 65_536;

/** What was met in a document so far. Made once and used again, because parts of it are as large as the memory. */
interface Tally {
  memory: WordMemory;
  codes: Uint16Array;
  /** Of the document at hand: a mark of another number is of an earlier one. */
  generation: number;
  wordMarks: Uint32Array;
  termMarks: Uint32Array;
  /** A term's number within the document, by word and by term of the memory. */
  termNumberOfWord: Uint32Array;
  termNumbers: Uint32Array;
  /** Words of the memory, and the term of each within the document. */
  words: GrowingNumbers;
  termOfWord: GrowingNumbers;
  termCount: number;
  /** By field, by term within the document. */
  counts: [Uint32Array, Uint32Array, Uint32Array];
  lengths: [title: number, tags: number, text: number];
  /** The runs of the text at hand. */
  runs: GrowingNumbers;
  /** Where words stand: the term within the document, and the position, ascending. */
  occurrences: { terms: Uint32Array; positions: Uint32Array; count: number };
  position: number;
}

const emptyNumbers = (): Uint32Array => new Uint32Array(1024);

function createTally(): Tally {
  return {
    memory: createWordMemory(),
    codes: new Uint16Array(MAX_KEPT_TEXT),
    generation: 0,
    wordMarks: emptyNumbers(),
    termMarks: emptyNumbers(),
    termNumberOfWord: emptyNumbers(),
    termNumbers: emptyNumbers(),
    words: growingNumbers(),
    termOfWord: growingNumbers(),
    termCount: 0,
    counts: [emptyNumbers(), emptyNumbers(), emptyNumbers()],
    lengths: [0, 0, 0],
    runs: growingNumbers(),
    occurrences: { terms: emptyNumbers(), positions: emptyNumbers(), count: 0 },
    position: 0,
  };
}

let tally = createTally();

/**
 * Takes a document apart: which terms it holds, how often in each field, and where. Positions count words
 * through title, tags, summary and content, with a gap after each of them, so that no phrase spans two.
 * Linear in the length of the document, whatever it holds (security Q1).
 */
export function analyseDocument(document: SearchableDocument): AnalysedDocument {
  if (tally.memory.isFull()) tally = createTally();
  begin(tally);
  readText(tally, TITLE, document.title);
  for (const tag of document.tags) readText(tally, TAGS, tag);
  readText(tally, TEXT, document.summary);
  readText(tally, TEXT, document.content);
  return {
    id: document.id,
    stamp: document.stamp,
    space_id: document.space_id,
    status: document.status,
    type: document.type,
    author_id: document.author_id,
    tags: document.tags,
    updatedAt: Date.parse(document.updated_at) || 0,
    lengths: tally.lengths,
    vocabulary: tally.memory.words,
    words: tally.words.values.slice(0, tally.words.length),
    termOfWord: tally.termOfWord.values.slice(0, tally.termOfWord.length),
    frequencies: frequencies(tally),
    positions: positionStream(tally),
  };
}

function begin(target: Tally): void {
  target.generation += 1;
  target.words.length = 0;
  target.termOfWord.length = 0;
  target.termCount = 0;
  target.lengths = [0, 0, 0];
  target.occurrences.count = 0;
  target.position = 0;
}

function readText(target: Tally, field: FieldNumber, text: string): void {
  const { memory, runs } = target;
  const source = codedText(text, target.codes);
  runs.length = 0;
  forEachRun(source, (start, end) => {
    pushNumber(runs, memory.read(source, start, end));
    return undefined;
  });
  makeRoom(target);
  countRuns(target, field);
  target.position += 1;
}

/** For all words of the memory, and all steps of the runs at hand. */
function makeRoom(target: Tally): void {
  const { memory, runs, occurrences } = target;
  let steps = occurrences.count;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs.values[at] ?? 0;
    steps += (memory.stepStarts.values[run + 1] ?? 0) - (memory.stepStarts.values[run] ?? 0);
  }
  occurrences.terms = grown(occurrences.terms, steps);
  occurrences.positions = grown(occurrences.positions, steps);
  target.wordMarks = grown(target.wordMarks, memory.termOfWord.length);
  target.termNumberOfWord = grown(target.termNumberOfWord, memory.termOfWord.length);
  target.termMarks = grown(target.termMarks, memory.termCount);
  target.termNumbers = grown(target.termNumbers, memory.termCount);
  for (const field of [TITLE, TAGS, TEXT] as const) {
    target.counts[field] = grown(target.counts[field], memory.termCount);
  }
}

function countRuns(target: Tally, field: FieldNumber): void {
  const { generation, occurrences, runs, wordMarks, termNumberOfWord } = target;
  const counts = target.counts[field];
  const steps = target.memory.steps.values;
  const stepStarts = target.memory.stepStarts.values;
  const first = target.position;
  let { position } = target;
  let { count } = occurrences;
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs.values[at] ?? 0;
    const end = stepStarts[run + 1] ?? 0;
    for (let step = stepStarts[run] ?? 0; step < end; step += 1) {
      const code = steps[step] ?? 0;
      const word = code >>> 2;
      if (wordMarks[word] !== generation) addWord(target, word);
      const term = termNumberOfWord[word] ?? 0;
      counts[term] = (counts[term] ?? 0) + 1;
      const stands = code & 3;
      if (stands === PART) continue;
      occurrences.terms[count] = term;
      occurrences.positions[count] = position;
      count += 1;
      if (stands === WHOLE) position += 1;
    }
  }
  target.lengths[field] += position - first;
  target.position = position;
  occurrences.count = count;
}

/** Files a word, and its term when that is new too. */
function addWord(target: Tally, word: number): void {
  const { generation, termMarks, termNumbers } = target;
  const term = target.memory.termOfWord.values[word] ?? 0;
  if (termMarks[term] !== generation) {
    termMarks[term] = generation;
    termNumbers[term] = target.termCount;
    for (const counts of target.counts) counts[target.termCount] = 0;
    target.termCount += 1;
  }
  const number = termNumbers[term] ?? 0;
  target.wordMarks[word] = generation;
  target.termNumberOfWord[word] = number;
  pushNumber(target.words, word);
  pushNumber(target.termOfWord, number);
}

function frequencies({ counts: [title, tags, text], termCount }: Tally): Uint32Array {
  const packed = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term += 1) {
    packed[term] = packFrequency(title[term] ?? 0, tags[term] ?? 0, text[term] ?? 0);
  }
  return packed;
}

/** Orders the occurrences by term (they are by position already) and writes them down. */
function positionStream({ occurrences: { terms, positions, count }, termCount }: Tally): Uint8Array {
  const ends = new Uint32Array(termCount);
  for (let at = 0; at < count; at += 1) {
    const term = terms[at] ?? 0;
    ends[term] = (ends[term] ?? 0) + 1;
  }
  let total = 0;
  for (let term = 0; term < termCount; term += 1) {
    const start = total;
    total += ends[term] ?? 0;
    ends[term] = start;
  }
  const sorted = new Uint32Array(total);
  for (let at = 0; at < count; at += 1) {
    const term = terms[at] ?? 0;
    const cursor = ends[term] ?? 0;
    sorted[cursor] = positions[at] ?? 0;
    ends[term] = cursor + 1;
  }
  const stream = growingBytes(total * 2 + termCount + 16);
  let start = 0;
  for (let term = 0; term < termCount; term += 1) {
    const end = ends[term] ?? 0;
    writePositions(stream, sorted, start, end);
    start = end;
  }
  return stream.bytes.slice(0, stream.length);
}
