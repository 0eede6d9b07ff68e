/** What a person asked for, taken apart (decisions, "Search grammar"). Words are raw: the index analyses them. */
export interface SearchQuery {
  words: readonly { text: string; prefix: boolean }[];
  phrases: readonly string[];
  /** Words and phrases that a result must not hold. */
  excluded: readonly string[];
}

/** More words than this are not looked at (security Q1). */
const MAX_TERMS = 16;
const MAX_TERM_LENGTH = 64;
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
  words: { text: string; prefix: boolean }[];
  phrases: string[];
  excluded: string[];
  operators: SearchOperators;
}

/**
 * Takes a search apart (decisions, "Search grammar"): words, `"phrases"`, `-excluded`, `prefix*` and the
 * operators `type:` `tag:` `space:` `author:` `status:` with plain or quoted values. An unknown `x:` is text.
 * Never throws; linear in the length of the text.
 */
export function parseSearchQuery(text: string): { query: SearchQuery; operators: SearchOperators } {
  const draft: Draft = { words: [], phrases: [], excluded: [], operators: {} };
  const scanner: Scanner = { text: text.toWellFormed(), at: 0 };
  for (skipGap(scanner); scanner.at < scanner.text.length; skipGap(scanner)) readItem(scanner, draft);
  const { operators, ...query } = draft;
  return { query, operators };
}

function readItem(scanner: Scanner, draft: Draft): void {
  const character = scanner.text.charAt(scanner.at);
  const following = scanner.text.charAt(scanner.at + 1);
  if (isQuote(character)) {
    addTerm(draft, draft.phrases, readQuoted(scanner).slice(0, MAX_PHRASE_LENGTH));
  } else if (character === '-' && following !== '-' && !isGap(following)) {
    scanner.at += 1;
    const excluded = isQuote(following) ? readQuoted(scanner) : readWord(scanner);
    if (/[\p{L}\p{N}]/u.test(excluded)) addTerm(draft, draft.excluded, excluded.slice(0, MAX_PHRASE_LENGTH));
  } else {
    readOperatorOrWord(scanner, draft);
  }
}

function readOperatorOrWord(scanner: Scanner, draft: Draft): void {
  const start = scanner.at;
  const name = OPERATORS.find(
    (operator) => scanner.text.slice(start, start + operator.length + 1).toLowerCase() === `${operator}:`,
  );
  if (name) {
    scanner.at = start + name.length + 1;
    const value = isQuote(scanner.text.charAt(scanner.at)) ? readQuoted(scanner) : readWord(scanner);
    if (value.trim() !== '') {
      addValue((draft.operators[name] ??= []), value.trim().slice(0, MAX_VALUE_LENGTH));
      return;
    }
    addWord(draft, name);
    return;
  }
  addWord(draft, readWord(scanner));
}

function addWord(draft: Draft, raw: string): void {
  const prefix = /^([^*]*)\*$/.exec(raw)?.[1];
  const isPrefix = prefix !== undefined && /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]\p{M}*$/u.test(prefix.slice(-16));
  const word = (isPrefix ? prefix : raw).slice(0, MAX_TERM_LENGTH).toWellFormed();
  if (isFull(draft) || word === '') return;
  draft.words.push({ text: word, prefix: isPrefix });
}

function addTerm(draft: Draft, list: string[], text: string): void {
  const term = text.trim().toWellFormed();
  if (!isFull(draft) && term !== '') list.push(term);
}

function addValue(values: string[], value: string): void {
  const text = value.toWellFormed();
  if (values.length < MAX_VALUES && !values.includes(text)) values.push(text);
}

function isFull({ words, phrases, excluded }: Draft): boolean {
  return words.length + phrases.length + excluded.length >= MAX_TERMS;
}

function isQuote(character: string): boolean {
  return character === '"' || character === '“' || character === '”' || character === '„';
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
