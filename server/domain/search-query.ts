/** A word as it was written: the index analyses it. */
export interface QueryWord {
  text: string;
  /** Whether words that begin so are meant. */
  prefix: boolean;
  /** Set when the word may still be being typed: `prefix` is true, and the word itself, in all its forms, is meant too. */
  unfinished?: true;
}

/** What a person asked for, taken apart (decisions, "Search grammar"). */
export interface SearchQuery {
  words: readonly QueryWord[];
  phrases: readonly string[];
  /** Words and phrases that a result must not hold. */
  excluded: readonly string[];
}

/** More is not looked at (security Q1). Of the words the index takes the first 16 that say something. */
const MAX_WORDS = 64;
const MAX_PHRASES = 16;
const MAX_EXCLUDED = 16;
const MAX_WORD_LENGTH = 64;
const MAX_PHRASE_LENGTH = 256;
/** Values of one operator; each is an alternative. */
const MAX_VALUES = 16;
const MAX_VALUE_LENGTH = 100;

const OPERATORS = ['type', 'tag', 'space', 'author', 'status'] as const;
type OperatorName = (typeof OPERATORS)[number];

/** Values of each operator in the order written; an absent operator was not used. */
export type SearchOperators = Partial<Record<OperatorName, string[]>>;

/** A query being taken apart: `at` moves through `text` and never back. */
interface Scanner {
  text: string;
  at: number;
}

interface Draft {
  words: QueryWord[];
  phrases: string[];
  excluded: string[];
  operators: SearchOperators;
  excludedOperators: SearchOperators;
}

export interface ParsedSearch {
  query: SearchQuery;
  operators: SearchOperators;
  /** Operators with a minus: what has one of their values is left out. */
  excludedOperators: SearchOperators;
}

/**
 * Takes a search apart (decisions, "Search grammar"): words, `"phrases"`, `-excluded`, `prefix*` and the
 * operators `type:` `tag:` `space:` `author:` `status:` with plain or quoted values, also excluded as in
 * `-tag:old`. An unknown `x:` is text. Never throws; linear in the length of the text.
 *
 * @param options.asYouType whether the last word, when nothing stands behind it, may still be being typed
 */
export function parseSearchQuery(text: string, { asYouType = false } = {}): ParsedSearch {
  const draft: Draft = { words: [], phrases: [], excluded: [], operators: {}, excludedOperators: {} };
  const scanner: Scanner = { text: text.toWellFormed(), at: 0 };
  let wordsBefore = 0;
  for (skipGap(scanner); scanner.at < scanner.text.length; skipGap(scanner)) {
    wordsBefore = draft.words.length;
    readItem(scanner, draft);
  }
  if (asYouType && endsInWord(text)) markUnfinished(draft.words, wordsBefore);
  const { operators, excludedOperators, ...query } = draft;
  return { query, operators, excludedOperators };
}

function endsInWord(text: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text.slice(-2));
}

function markUnfinished(words: QueryWord[], wordsBefore: number): void {
  const last = words[wordsBefore];
  if (last && !last.prefix && canBePrefix(last.text))
    words[wordsBefore] = { ...last, prefix: true, unfinished: true };
}

function readItem(scanner: Scanner, draft: Draft): void {
  const character = scanner.text.charAt(scanner.at);
  const following = scanner.text.charAt(scanner.at + 1);
  if (isQuote(character)) {
    addText(draft.phrases, readQuoted(scanner), MAX_PHRASES);
  } else if (character === '-' && following !== '-' && !isGap(following)) {
    scanner.at += 1;
    readExcluded(scanner, draft);
  } else if (!readOperator(scanner, draft.operators)) {
    addWord(draft.words, readWord(scanner));
  }
}

function readExcluded(scanner: Scanner, { excluded, excludedOperators }: Draft): void {
  if (readOperator(scanner, excludedOperators)) return;
  const text = isQuote(scanner.text.charAt(scanner.at)) ? readQuoted(scanner) : readWord(scanner);
  if (/[\p{L}\p{N}]/u.test(text)) addText(excluded, text, MAX_EXCLUDED);
}

/** Reads an operator with its value. Without a value it is a word: then nothing is read. */
function readOperator(scanner: Scanner, operators: SearchOperators): boolean {
  const start = scanner.at;
  const name = OPERATORS.find(
    (operator) => scanner.text.slice(start, start + operator.length + 1).toLowerCase() === `${operator}:`,
  );
  if (!name) return false;
  scanner.at = start + name.length + 1;
  const value = isQuote(scanner.text.charAt(scanner.at)) ? readQuoted(scanner) : readWord(scanner);
  if (value.trim() === '') {
    scanner.at = start;
    return false;
  }
  addValue((operators[name] ??= []), value.trim().slice(0, MAX_VALUE_LENGTH));
  return true;
}

function addWord(words: QueryWord[], raw: string): void {
  const beginning = /^([^*]*)\*$/.exec(raw)?.[1];
  const prefix = beginning !== undefined && canBePrefix(beginning);
  const text = (prefix ? beginning : raw).slice(0, MAX_WORD_LENGTH).toWellFormed();
  if (words.length < MAX_WORDS && text !== '') words.push({ text, prefix });
}

/** A beginning of a word has two letters or digits at least. */
function canBePrefix(text: string): boolean {
  return /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]\p{M}*$/u.test(text.slice(-16));
}

function addText(texts: string[], raw: string, maximum: number): void {
  const text = raw.slice(0, MAX_PHRASE_LENGTH).trim().toWellFormed();
  if (texts.length < maximum && text !== '') texts.push(text);
}

function addValue(values: string[], value: string): void {
  const text = value.toWellFormed();
  if (values.length < MAX_VALUES && !values.includes(text)) values.push(text);
}

function isQuote(character: string): boolean {
  return character !== '' && '"“”„«»'.includes(character);
}

/** White space and control characters. */
function isGap(character: string): boolean {
  return character === '' || /[\s\p{Cc}]/u.test(character);
}

function skipGap(scanner: Scanner): void {
  while (scanner.at < scanner.text.length && isGap(scanner.text.charAt(scanner.at))) scanner.at += 1;
}

/** Reads up to white space or a quote. */
function readWord(scanner: Scanner): string {
  const start = scanner.at;
  while (scanner.at < scanner.text.length) {
    const character = scanner.text.charAt(scanner.at);
    if (isGap(character) || isQuote(character)) break;
    scanner.at += 1;
  }
  return scanner.text.slice(start, scanner.at);
}

/** Reads what stands in quotes; a quote that is never closed reaches to the end. */
function readQuoted(scanner: Scanner): string {
  const start = scanner.at + 1;
  scanner.at = start;
  while (scanner.at < scanner.text.length && !isQuote(scanner.text.charAt(scanner.at))) scanner.at += 1;
  const quoted = scanner.text.slice(start, scanner.at);
  scanner.at += 1;
  return quoted;
}
