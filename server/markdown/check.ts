import type { SlicedWork } from '../sliced-work.ts';
import { isMarked, skeleton } from './marks.ts';
import { parseMarkdown } from './parse.ts';
import { findInTree, UNCLOSED_DIRECTIVE, UNCLOSED_FENCE } from './findings.ts';
import { nestsTooDeep } from './nesting.ts';
import { passages, type Passage } from './passages.ts';
import { isTooHeavy, parsingWeight } from './weight.ts';

export type WarningCode =
  | 'unknown_block'
  | 'invalid_block'
  | 'insecure_embed'
  | 'unclosed_directive'
  | 'unclosed_fence'
  | 'broken_link'
  | 'broken_image'
  | 'missing_alt'
  | 'second_title'
  | 'not_checked';

/** Something in a text that is probably not what its author meant. Nothing is refused because of it. */
export interface MarkdownWarning {
  code: WarningCode;
  /** What is wrong and how to write it, in one or two sentences. */
  message: string;
  /** From 1. */
  line: number;
}

export interface CheckContext {
  /** Whether a document's id leads somewhere for the author. */
  resolves(documentId: string): boolean;
  /** The same of an attachment’s id. */
  resolvesImage(attachmentId: string): boolean;
}

/** Weight after which others get their turn. */
const HEAVIEST_STRETCH = 2500;
/** What a passage weighs however short it is. */
const WEIGHT_OF_PASSAGE = 200;
/** Characters that are only looked through for each unit of weight. */
const LOOKED_THROUGH = 100;
/** A longer passage is not reduced to its structure either. */
const LONGEST_REDUCED = 100_000;
/** A code fence is read without looking for anything inside: 16 characters weigh 1. */
const LONGEST_FENCE = 64_000;
const CHARACTERS_OF_FENCE = 16;
/** Over a whole text; what people write stays far below. */
const HEAVIEST_TEXT = 600_000;
const MOST_WARNINGS = 50;

const TOO_LONG = 'This passage is too long to be checked. Split it with blank lines.';
const TOO_DEEP = 'Blocks, quotes or lists nest too deep here; it is shown as plain text.';
const TOO_MANY = 'The text has too many blocks or warnings to check the rest. Correct these and save again.';
const SECOND_TITLE = 'The text has a second # heading. Use ## for sections.';

interface Check {
  text: string;
  context: CheckContext;
  warnings: MarkdownWarning[];
  titles: number;
  /** Of everything that was parsed. */
  weight: number;
  /** Weight since others had their turn. */
  stretch: number;
}

/**
 * Looks through a text that is about to be written → warnings in the order of their lines, the first 50; the same for
 * the same text and links. Only passages with marks of what is checked are parsed, each for itself and of bounded
 * length, with a `yield` in between; what is too long or nests too deep is named as not checked.
 */
export function* checkMarkdown(text: string, context: CheckContext): SlicedWork<MarkdownWarning[]> {
  const check: Check = { text, context, warnings: [], titles: 0, weight: 0, stretch: 0 };
  for (const passage of passages(text)) {
    if (passage === null) {
      yield;
      continue;
    }
    if (isExhausted(check)) {
      warn(check, 'not_checked', passage.line, `Checked up to line ${passage.line - 1}. ${TOO_MANY}`);
      break;
    }
    checkPassage(check, passage);
    if (check.stretch < HEAVIEST_STRETCH) continue;
    check.stretch = 0;
    yield;
  }
  return inOrder(check.warnings);
}

function isExhausted({ warnings, weight }: Check): boolean {
  return warnings.length >= MOST_WARNINGS || weight >= HEAVIEST_TEXT;
}

function checkPassage(check: Check, passage: Passage): void {
  warnOfUnclosed(check, passage);
  const source = check.text.slice(passage.start, passage.end);
  check.stretch += 1 + source.length / LOOKED_THROUGH;
  if (!isMarked(source, check.context)) return;
  const readable =
    isTooLong(passage, source) && source.length <= LONGEST_REDUCED ? skeleton(source, check.context) : source;
  if (isTooLong(passage, readable)) return warn(check, 'not_checked', passage.line, TOO_LONG);
  if (nestsTooDeep(readable)) return warn(check, 'not_checked', passage.line, TOO_DEEP);
  const weight = WEIGHT_OF_PASSAGE + weightOf(passage, readable);
  check.weight += weight;
  check.stretch += weight;
  for (const finding of findInTree(parseMarkdown(readable), readable, check.context)) {
    const line = passage.line + finding.line - 1;
    if (finding.code !== 'title') warn(check, finding.code, line, finding.message);
    else if ((check.titles += 1) > 1) warn(check, 'second_title', line, SECOND_TITLE);
  }
}

function isTooLong({ kind }: Passage, source: string): boolean {
  return kind === 'fence' ? source.length > LONGEST_FENCE : isTooHeavy(source);
}

function weightOf({ kind }: Passage, source: string): number {
  return kind === 'fence' ? source.length / CHARACTERS_OF_FENCE : parsingWeight(source);
}

function warnOfUnclosed(check: Check, { unclosed, line }: Passage): void {
  if (unclosed === 'fence') warn(check, 'unclosed_fence', line, UNCLOSED_FENCE);
  if (unclosed === 'directive') warn(check, 'unclosed_directive', line, UNCLOSED_DIRECTIVE);
}

function warn(check: Check, code: WarningCode, line: number, message: string): void {
  if (check.warnings.length > MOST_WARNINGS) return;
  check.warnings.push({ code, message, line });
}

/** By line; what two ways found is told once. */
function inOrder(warnings: readonly MarkdownWarning[]): MarkdownWarning[] {
  const sorted = warnings.toSorted((left, right) => left.line - right.line);
  const seen = new Set<string>();
  return sorted.filter(({ code, message, line }) => {
    const key = `${line} ${code} ${message}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
