/** A run of lines between blank lines and code fences, as offsets into the text: the reach of inline Markdown. */
export interface ProseBlock {
  start: number;
  end: number;
}

interface Fence {
  marker: string;
  quoteDepth: number;
}

/** Quote marks and list markers that may stand before the content of a line. */
const CONTAINER = /^[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const BLANK = /^[ \t]*\r?$/;

/**
 * The parts of a Markdown text outside of code fences (CommonMark 4.5). Indented code counts as prose: whether an
 * indented line is code depends on lists and, in MDX, on elements around it, and the same text must be read alike
 * whether it is kept in an `.md` or an `.mdx` file. Linear in the length of the text.
 */
export function proseBlocks(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let fence: Fence | undefined;
  let open: ProseBlock | undefined;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, newline === -1 ? text.length : newline);
    if (fence && quoteDepthOf(line) < fence.quoteDepth) fence = undefined;
    if (fence) {
      if (closes(fence, line)) fence = undefined;
    } else {
      fence = openedFence(line);
      if (fence || BLANK.test(line)) open = undefined;
      else if (open) open.end = end;
      else blocks.push((open = { start, end }));
    }
    start = end;
  }
  return blocks;
}

function openedFence(line: string): Fence | undefined {
  // Most lines have neither: of a text of a million short lines each would cost two searches.
  if (!line.includes('`') && !line.includes('~')) return undefined;
  const marker = FENCE.exec(contentOf(line))?.[1];
  return marker === undefined ? undefined : { marker, quoteDepth: quoteDepthOf(line) };
}

function closes(fence: Fence, line: string): boolean {
  const content = contentOf(line).trimEnd();
  return content.startsWith(fence.marker) && content === fence.marker.charAt(0).repeat(content.length);
}

function contentOf(line: string): string {
  return line.slice(CONTAINER.exec(line)?.[0].length ?? 0);
}

function quoteDepthOf(line: string): number {
  const prefix = /^[ \t]*(?:>[ \t]?)*/.exec(line)?.[0] ?? '';
  return prefix.split('>').length - 1;
}
