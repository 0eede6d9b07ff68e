import { growingNumbers, pushNumber, type GrowingNumbers } from '../index/growing-numbers.ts';
import type { AnalysedWords } from './analysed-document.ts';
import { detachedText } from './detached-text.ts';
import { foldRun, MAX_WORD_LENGTH } from './fold.ts';
import { identifierParts } from './identifier-parts.ts';
import { createRunTable } from './run-table.ts';
import { termKey } from './term-key.ts';
import { codedText, type CodedText } from './word-runs.ts';

/**
 * How a word stands in the text. A whole word or character takes the next position; a pair of characters stands
 * at the position of its first; a part of an identifier stands nowhere.
 */
export const WHOLE = 0;
export const PAIR = 1;
export const PART = 2;

/** Runs of characters by number, each with the words that it was read as: texts repeat themselves. */
export interface WordMemory {
  readonly words: AnalysedWords;
  /** By word. */
  readonly termOfWord: GrowingNumbers;
  readonly termCount: number;
  /** Word numbers × 4 + how each stands, run by run. A pair comes before its first character. */
  readonly steps: GrowingNumbers;
  /** Where the steps of a run begin; they end where those of the next run begin. */
  readonly stepStarts: GrowingNumbers;
  /** The number of the run that stands there. */
  read(source: CodedText, start: number, end: number): number;
  isFull(): boolean;
}

/** What runs of unspaced scripts and long ones may add, which are read anew each time. */
const MAX_STEPS = 1 << 19;

export function createWordMemory(): WordMemory {
  const vocabulary = createVocabulary();
  const known = createRunTable();
  const knownCharacters = createRunTable();
  const steps = growingNumbers();
  const stepStarts = growingNumbers();
  pushNumber(stepStarts, 0);

  /** The word number of a character or a pair of them. */
  function characterNumber({ text, codes }: CodedText, start: number, end: number): number {
    const found = knownCharacters.find(codes, start, end);
    if (found !== -1) return found;
    const number = vocabulary.numberOf(text.slice(start, end));
    knownCharacters.add(codes, start, end, number);
    return number;
  }

  function addCharacters(text: string): void {
    const source = codedText(text);
    let start = 0;
    let end = endOfCharacter(text, 0);
    while (start < text.length) {
      const next = endOfCharacter(text, end);
      if (next > end) pushNumber(steps, characterNumber(source, start, next) * 4 + PAIR);
      pushNumber(steps, characterNumber(source, start, end) * 4 + WHOLE);
      start = end;
      end = next;
    }
  }

  /** Answers the number of the new run, and whether it is likely to come again. */
  function learn(raw: string): { run: number; isCommon: boolean } {
    let isCommon = raw.length <= MAX_WORD_LENGTH;
    for (const { text, isUnspaced } of foldRun(raw)) {
      if (isUnspaced) {
        isCommon = false;
        addCharacters(text);
      } else {
        pushNumber(steps, vocabulary.numberOf(text) * 4 + WHOLE);
      }
    }
    for (const part of identifierParts(raw)) pushNumber(steps, vocabulary.numberOf(part) * 4 + PART);
    pushNumber(stepStarts, steps.length);
    return { run: stepStarts.length - 2, isCommon };
  }

  return {
    words: vocabulary.words,
    termOfWord: vocabulary.termOfWord,
    get termCount() {
      return vocabulary.termCount();
    },
    steps,
    stepStarts,
    read({ text, codes }, start, end) {
      const found = known.find(codes, start, end);
      if (found !== -1) return found;
      const { run, isCommon } = learn(text.slice(start, end));
      if (isCommon) known.add(codes, start, end, run);
      return run;
    },
    isFull: () => known.isFull() || knownCharacters.isFull() || steps.length > MAX_STEPS,
  };
}

function endOfCharacter(text: string, start: number): number {
  if (start >= text.length) return start;
  return start + ((text.codePointAt(start) ?? 0) > 0xff_ff ? 2 : 1);
}

function createVocabulary() {
  const numberOfWord = new Map<string, number>();
  const numberOfTerm = new Map<string, number>();
  const texts: string[] = [];
  const termOfWord = growingNumbers();
  return {
    words: { texts },
    termOfWord,
    termCount: () => numberOfTerm.size,
    numberOf(text: string): number {
      const known = numberOfWord.get(text);
      if (known !== undefined) return known;
      const word = detachedText(text);
      const term = termKey(word);
      const termNumber = numberOfTerm.get(term) ?? numberOfTerm.size;
      numberOfTerm.set(term, termNumber);
      numberOfWord.set(word, texts.length);
      pushNumber(termOfWord, termNumber);
      return texts.push(word) - 1;
    },
  };
}
