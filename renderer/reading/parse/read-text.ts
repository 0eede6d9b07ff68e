import type { Nodes, Root, RootContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import type { Heading, Root as MarkdownRoot } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { outline as findHeadings } from '../../../server/domain/outline.ts';
import { parseMarkdown } from '../../../server/markdown/parse.ts';
import { wordsOf } from '../../../server/markdown/rich-block.ts';
import { readingSchema } from './schema.ts';
import { textHandlers } from './text-elements.ts';

/** More elements than these would hold up the page; a text for people has some thousand. */
const MOST_NODES = 60_000;
/** Browsers lay out elements within one another by recursion. */
const DEEPEST = 100;
const HEADINGS_IN_OUTLINE = 400;

export interface OutlineEntry {
  /** Id of the heading's element without the view's prefix: what a link to the section ends with. */
  anchor: string;
  title: string;
  /** 2 to 6, as shown. */
  level: number;
}

/** A text, ready to be shown. */
export type ReadText =
  | { kind: 'elements'; tree: Root; outline: OutlineEntry[] }
  /** Too much or too strange to be shown as more than its characters. */
  | { kind: 'plain' };

export interface ReadOptions {
  /** Origins whose documents and attachments are this workspace's own. */
  ownOrigins: readonly string[];
  idPrefix: string;
  /** Stands above the text already: a first heading that says the same is left out. */
  title?: string;
}

/**
 * Markdown → the elements that may be shown: our parser, our blocks, then a strict allow-list (security H1, H2). The
 * one way from a text to the page.
 */
export function readText(markdown: string, options: ReadOptions): ReadText {
  try {
    return read(markdown, options);
  } catch (error) {
    // Nested deeper than the stack reaches.
    if (error instanceof RangeError) return { kind: 'plain' };
    throw error;
  }
}

function read(markdown: string, { ownOrigins, idPrefix, title }: ReadOptions): ReadText {
  const parsed = withoutTitle(parseMarkdown(markdown), title);
  const headings = createHeadings(markdown, parsed);
  const elements = toHast(parsed, {
    clobberPrefix: idPrefix,
    handlers: textHandlers({ ownOrigins, idPrefix, placeHeading: headings.place }),
  });
  if (isTooMuch(elements)) return { kind: 'plain' };
  const safe = sanitize(elements, readingSchema);
  const tree: Root = safe.type === 'root' ? safe : { type: 'root', children: [asContent(safe)] };
  forgetPositions(tree);
  return { kind: 'elements', tree, outline: headings.outline };
}

function asContent(node: Nodes): RootContent {
  if (node.type === 'root') throw new Error('A root stands within a text.');
  return node;
}

function withoutTitle(root: MarkdownRoot, title: string | undefined): MarkdownRoot {
  const [first, ...others] = root.children;
  const isTitle =
    title !== undefined && first?.type === 'heading' && first.depth === 1 && wordsOf(first).trim() === title;
  return isTitle ? { ...root, children: others } : root;
}

/** Anchors as the server names them, and levels that begin below the page's own first heading. */
function createHeadings(markdown: string, root: MarkdownRoot) {
  const anchors = anchorsByLine(markdown);
  const shift = 2 - highestLevel(root);
  const used = new Set(anchors.values());
  const outline: OutlineEntry[] = [];
  let previous = 1;

  function place(heading: Heading) {
    const title = wordsOf(heading).trim();
    const anchor = anchors.get(heading.position?.start.line ?? -1) ?? unusedAnchor(title, used);
    // A text may jump from its second level to its fourth; who hears the page would miss the third.
    const level = Math.min(6, Math.max(2, heading.depth + shift), previous + 1);
    previous = level;
    if (outline.length < HEADINGS_IN_OUTLINE && title !== '') outline.push({ anchor, title, level });
    return { anchor, level };
  }

  return { place, outline };
}

function anchorsByLine(markdown: string): Map<number, string> {
  const search = findHeadings(markdown);
  let step = search.next();
  while (step.done !== true) step = search.next();
  const anchors = new Map<number, string>();
  let line = 1;
  let offset = 0;
  for (const { start, anchor } of step.value) {
    for (let newline = markdown.indexOf('\n', offset); newline !== -1 && newline < start;) {
      line += 1;
      offset = newline + 1;
      newline = markdown.indexOf('\n', offset);
    }
    anchors.set(line, anchor);
  }
  return anchors;
}

function unusedAnchor(title: string, used: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .slice(0, 200)
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-') || 'section';
  let anchor = base;
  for (let number = 1; used.has(anchor); number += 1) anchor = `${base}-${number}`;
  used.add(anchor);
  return anchor;
}

function highestLevel({ children }: MarkdownRoot): number {
  const levels = children.flatMap((node) => (node.type === 'heading' ? [node.depth] : []));
  return Math.min(6, ...levels);
}

function isTooMuch(root: Nodes): boolean {
  let nodes: Nodes[] = [root];
  let count = 0;
  for (let depth = 0; nodes.length > 0; depth += 1) {
    count += nodes.length;
    if (depth > DEEPEST || count > MOST_NODES) return true;
    nodes = nodes.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

/** They came with the parser, and would only make the tree larger. */
function forgetPositions(node: Nodes): void {
  delete node.position;
  if ('children' in node) for (const child of node.children) forgetPositions(child);
}
