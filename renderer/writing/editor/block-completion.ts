import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { blockDefinitions } from '../../../server/markdown/blocks/catalog.ts';
import { insertBlock } from './insert-block.ts';

/**
 * What a writer types to be offered blocks, at the start of a line: `/`, or the beginning of a directive. Colons alone
 * may be the end of one: the Enter after them is to begin a line, not to pick a block.
 */
const TRIGGER = /^[ \t]*(\/|:{2,}(?=\w))([\w-]*)$/;

/** Offers every rich block with its example, as the parser's own definitions have them. */
export function completeBlocks({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos);
  const written = TRIGGER.exec(line.text.slice(0, pos - line.from));
  if (!written) return null;
  const word = (written[2] ?? '').toLowerCase();
  const options = blockDefinitions
    .filter((block) => nearness(block, word) > 0)
    .toSorted((left, right) => nearness(right, word) - nearness(left, word));
  const from = pos - word.length - (written[1]?.length ?? 0);
  return { from, options: options.map(completionOf), filter: false };
}

type Block = (typeof blockDefinitions)[number];

function namesOf({ name, title, aliases, directives, fences }: Block): string[] {
  return [name, title.toLowerCase(), ...aliases, ...directives, ...fences];
}

/** Its own name before its other names, beginnings before what is inside; 0 when nothing fits. */
function nearness(block: Block, word: string): number {
  if (block.name.startsWith(word) || block.title.toLowerCase().startsWith(word)) return 3;
  const names = namesOf(block);
  if (names.some((name) => name.startsWith(word))) return 2;
  return names.some((name) => name.includes(word)) ? 1 : 0;
}

function completionOf({ title, purpose, syntax }: Block): Completion {
  return {
    label: title,
    detail: purpose,
    info: syntax,
    apply: (view, _completion, from, to) => insertBlock(view, syntax, { from, to }),
  };
}
