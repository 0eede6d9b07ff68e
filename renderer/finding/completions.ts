/** Values of the operators that the search knows (decisions, "Search grammar"), as far as they are known here. */
export type Vocabulary = Readonly<Record<OperatorName, readonly string[]>>;

const OPERATORS = ['type', 'tag', 'space', 'author', 'status'] as const;
export type OperatorName = (typeof OPERATORS)[number];

/** One way to go on with what is written. */
export interface Completion {
  /** What it says in full, e.g. `tag:"new staff"`. */
  label: string;
  /** The whole text of the box once it is taken. */
  text: string;
}

const MOST = 6;
/** Shorter beginnings are words like any other: “ta” may be anything. */
const SHORTEST_NAME = 2;

/** The last word, or what stands behind an operator up to the end; a quote that is open belongs to it. */
const LAST_OPERATOR = /(?:^|\s)-?(type|tag|space|author|status):("[^"]*|[^\s"]*)$/i;
const LAST_WORD = /(?:^|\s)-?([a-z]+)$/i;

/** How to go on with the operator at the end of a search: first its name, then its value. */
export function completions(text: string, vocabulary: Vocabulary): readonly Completion[] {
  const operator = LAST_OPERATOR.exec(text);
  if (operator) return valuesOf(text, operator, vocabulary);
  const word = LAST_WORD.exec(text)?.[1]?.toLowerCase() ?? '';
  if (word.length < SHORTEST_NAME) return [];
  return OPERATORS.filter((name) => name.startsWith(word)).map((name) => ({
    label: `${name}:`,
    text: `${text.slice(0, text.length - word.length)}${name}:`,
  }));
}

function valuesOf(text: string, match: RegExpExecArray, vocabulary: Vocabulary): readonly Completion[] {
  const [, name = '', written = ''] = match;
  const operator = OPERATORS.find((known) => known === name.toLowerCase());
  if (!operator) return [];
  const begun = written.replace('"', '').toLowerCase();
  const before = text.slice(0, text.length - written.length);
  return vocabulary[operator]
    .filter((value) => value.toLowerCase().startsWith(begun) && value.toLowerCase() !== begun)
    .slice(0, MOST)
    .map((value) => ({ label: `${operator}:${quoted(value)}`, text: `${before}${quoted(value)} ` }));
}

/** A value with spaces stands in quotes; one with a quote in it cannot be written at all and is left as it is. */
function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
