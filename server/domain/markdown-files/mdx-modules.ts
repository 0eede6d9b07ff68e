import { proseBlocks, type ProseBlock } from './prose-blocks.ts';

const MODULE_SYNTAX = /^(?:import[\s{*"']|export[\s{*])/;
const OPENING = '([{';
const CLOSING = ')]}';

/** After so many statements whose brackets never close, no more is looked for the end behind their paragraph. */
const MOST_UNCLOSED = 10;

/**
 * An MDX text without its `import` and `export` blocks, which are code and mean nothing to a reader
 * (MDX, "ESM"). JSX elements stay as the text that they are.
 *
 * @returns the remaining text and how many blocks were dropped.
 */
export function withoutModuleBlocks(text: string): { text: string; dropped: number } {
  let result = '';
  let copied = 0;
  let dropped = 0;
  let unclosed = 0;
  for (const block of proseBlocks(text)) {
    if (block.start < copied || !MODULE_SYNTAX.test(text.slice(block.start, block.start + 8))) continue;
    result += text.slice(copied, block.start);
    const end = statementEnd(text, block, unclosed < MOST_UNCLOSED ? text.length : block.end);
    if (end === undefined) unclosed += 1;
    copied = afterBlankLines(text, end ?? block.end);
    dropped += 1;
  }
  return { text: result + text.slice(copied), dropped };
}

/** The end of the block, or of a later one when a bracket that opens here closes only there; undefined if it never does. */
function statementEnd(text: string, block: ProseBlock, limit: number): number | undefined {
  let depth = 0;
  for (let position = block.start; position < limit; position += 1) {
    if (position >= block.end && depth === 0) return lineEnd(text, position - 1);
    const character = text.charAt(position);
    if (character === '"' || character === "'" || character === '`') {
      position = stringEnd(text, position, character);
    } else if (text.startsWith('//', position)) {
      position = lineEnd(text, position) - 1;
    } else if (OPENING.includes(character)) {
      depth += 1;
    } else if (CLOSING.includes(character)) {
      depth -= 1;
    }
  }
  return depth === 0 ? limit : undefined;
}

function stringEnd(text: string, start: number, quote: string): number {
  let position = start + 1;
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === quote || (character === '\n' && quote !== '`')) return position;
    position += character === '\\' ? 2 : 1;
  }
  return start;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline + 1;
}

function afterBlankLines(text: string, from: number): number {
  const blank = /(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = from;
  return from + (blank.exec(text)?.[0].length ?? 0);
}
