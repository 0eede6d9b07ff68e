import type { DocumentSet, IndexReader } from '../index/index-reader.ts';

/** Whether a document of the set holds a word. */
export type IsHeld = (word: number) => boolean;

/** What is known of the words of a set; of a set that does not change. */
interface Known {
  /** By word that was asked for. */
  answers: Map<number, boolean>;
  /** How many more documents may be looked at before it is cheaper to look at all. */
  budget: number;
  /** By word: 1 where it is held. Undefined until it pays. */
  all?: Uint8Array;
}

const MAX_LOOKED_AT = 2000;

const knownOf = new WeakMap<DocumentSet, Known>();

/**
 * Tells which words stand in what a reader may see: only to these may the beginning of a word or a typo be taken,
 * or hidden documents would decide what is found (security A3). A few words are looked for in the documents that
 * hold their terms; when there are many, the words of all documents are read once.
 */
export function readableWords(index: IndexReader, readable: DocumentSet): IsHeld {
  if (readable.isEverything) return (word) => index.words.documentFrequency(word) > 0;
  const known = knownOf.get(readable) ?? { answers: new Map<number, boolean>(), budget: MAX_LOOKED_AT };
  knownOf.set(readable, known);
  const hidden = index.everything().size - readable.size;
  return (word) => {
    const frequency = index.words.documentFrequency(word);
    if (frequency === 0 || frequency > hidden) return frequency > 0;
    let answer = known.all ? known.all[word] === 1 : known.answers.get(word);
    if (answer === undefined) {
      answer = lookFor(index, readable, known, word);
      known.answers.set(word, answer);
    }
    return answer;
  };
}

function lookFor(index: IndexReader, readable: DocumentSet, known: Known, word: number): boolean {
  for (const { documents, start, end } of index.postings(index.termOfWord(word))) {
    for (let at = start; at < end && known.budget > 0; at += 1) {
      const document = documents[at] ?? 0;
      if (readable.mask[document] !== 1) continue;
      known.budget -= 1;
      if (index.wordsOf(document).includes(word)) return true;
    }
  }
  if (known.budget > 0) return false;
  known.all = readAll(index, readable);
  return known.all[word] === 1;
}

/** Reads the words of the documents in the set, or of those outside of it, whichever are fewer. */
function readAll(index: IndexReader, readable: DocumentSet): Uint8Array {
  const everything = index.everything();
  const wordCount = index.words.base.size + index.words.added.length;
  const isInside = readable.size * 2 <= everything.size;
  const counts = new Uint32Array(wordCount);
  for (let document = 0; document < index.capacity; document += 1) {
    const isCounted = everything.mask[document] === 1 && (readable.mask[document] === 1) === isInside;
    if (isCounted) addWords(index.wordsOf(document), counts);
  }
  const held = new Uint8Array(wordCount);
  for (let word = 0; word < wordCount; word += 1) {
    const count = counts[word] ?? 0;
    const inside = isInside ? count : index.words.documentFrequency(word) - count;
    held[word] = inside > 0 ? 1 : 0;
  }
  return held;
}

function addWords(words: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    counts[word] = (counts[word] ?? 0) + 1;
  }
}
