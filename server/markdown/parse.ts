import type { Root } from 'mdast';
import type { Extension } from 'micromark-util-types';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { nestsTooDeep } from './nesting.ts';
import { withRichBlocks } from './recognise.ts';

/**
 * Markdown as every part of the program reads it: CommonMark, GFM, block directives. `host:port` is no directive:
 * the inline form is left out, so that prose with colons is prose (decisions §2).
 */
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkDirective)
  .use(withoutTextDirectives)
  .freeze();

/**
 * Parses a Markdown text → mdast in which our blocks are nodes of type `richBlock` (decisions §2). All positions are
 * those of the text, UTF-16 code units: whoever changes a text replaces a slice of it and never writes the tree.
 *
 * Unknown directives and raw HTML stay what they are, text and `html` nodes. A text that nests deeper than people
 * write comes back as one paragraph of text. Usual text takes about 1 ms for a kilobyte, the worst the square of its
 * length: the server parses only what `isTooHeavy` (weight.ts) lets pass.
 */
export function parseMarkdown(markdown: string): Root {
  if (nestsTooDeep(markdown)) return asPlainText(markdown);
  return withRichBlocks(processor.parse(markdown), markdown, parseMarkdown);
}

function withoutTextDirectives(this: Processor): void {
  const data = this.data();
  const extensions: Extension[] = data.micromarkExtensions ?? [];
  const last = extensions.at(-1);
  if (last) extensions[extensions.length - 1] = { ...last, text: {} };
}

function asPlainText(markdown: string): Root {
  const lines = markdown.split('\n');
  const position = {
    start: { line: 1, column: 1, offset: 0 },
    end: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset: markdown.length },
  };
  const text = { type: 'text' as const, value: markdown, position };
  return { type: 'root', children: [{ type: 'paragraph', children: [text], position }], position };
}
