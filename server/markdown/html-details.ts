import type { Html, Nodes, RootContent } from 'mdast';
import type { Position } from 'unist';
import { plainLine } from '../domain/plain-text.ts';
import { invalid } from './block-definition.ts';
import type { BlockProblem, RichBlock } from './rich-block.ts';

const SUMMARY =
  /^(?:<!--[^>]{0,500}-->\s*)?<summary(?:\s[^<>]{0,200})?>([^<]{0,500}(?:<[^<>]{0,200}>[^<]{0,500}){0,20})<\/summary>\s*/i;
const COMMENT = /^<!--[^>]{0,500}-->$/;
const OPENING = /^<details(\s[^<>]{0,200})?>\s*/i;
const CLOSING = /<\/details>\s*$/i;

/** How the content of an accordion is read. */
export interface ContentReader {
  /** Blocks among nodes that are parsed already. */
  nodes(nodes: readonly RootContent[]): RootContent[];
  /** Markdown that stands within HTML, for which there are no nodes yet. */
  markdown(text: string): RootContent[];
}

/**
 * Reads `<details><summary>Title</summary> … </details>`, the one piece of raw HTML that we know, as an accordion
 * (decisions §2). GitHub's habit: blank lines around what is inside; without them it is read all the same.
 */
export function foldDetails(nodes: readonly RootContent[], read: ContentReader): RootContent[] {
  if (!nodes.some(isOpening)) return [...nodes];
  const folded: RootContent[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) break;
    const end = isOpening(node) ? endOfDetails(nodes, index) : -1;
    if (end === -1 || node.type !== 'html') folded.push(node);
    else {
      folded.push(accordion(node, nodes.slice(index + 1, end + 1), read));
      index = end;
    }
  }
  return folded;
}

function isOpening(node: RootContent): node is Html {
  return node.type === 'html' && OPENING.test(node.value.trimStart());
}

/** Index of the node that closes what this one opens, or -1. */
function endOfDetails(nodes: readonly RootContent[], from: number): number {
  let open = 0;
  for (let index = from; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node?.type !== 'html') continue;
    open += count(node.value, /<details[\s>]/gi) - count(node.value, /<\/details>/gi);
    if (open <= 0) return CLOSING.test(node.value) ? index : -1;
  }
  return -1;
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

function accordion(opening: Html, others: readonly RootContent[], read: ContentReader): RichBlock {
  const attributes = OPENING.exec(opening.value.trimStart())?.[1] ?? '';
  const position = joined(opening.position, (others.at(-1) ?? opening).position);
  const { title, html, nodes } = takeSummary(behindOpening(opening.value), others.slice(0, -1));
  const lead = read.markdown(html);
  for (const node of lead) forgetPositions(node);
  const children = [...lead, ...read.nodes(nodes)];
  return {
    type: 'richBlock',
    content: { block: 'accordion', title: title || 'Details', isOpen: /\bopen\b/i.test(attributes) },
    problems: problemsOf(title, children),
    children,
    ...(position && { position }),
  };
}

/** The title from the first HTML, or, when a blank line stands before it, from the second. */
function takeSummary(html: string, nodes: readonly RootContent[]) {
  const [next, ...rest] = nodes;
  const second = html.replace(COMMENT, '') === '' && next?.type === 'html' ? next.value : undefined;
  const summary = SUMMARY.exec(second ?? html);
  const title = plainLine((summary?.[1] ?? '').replaceAll(/<[^<>]{0,200}>/g, '')).trim();
  if (!summary || second === undefined) return { title, html: html.replace(SUMMARY, ''), nodes };
  return { title, html: second.replace(SUMMARY, ''), nodes: rest };
}

function problemsOf(title: string, children: readonly RootContent[]): BlockProblem[] {
  const problems: BlockProblem[] = [];
  if (title === '')
    problems.push(invalid('The accordion has no title. Write <summary>Title</summary> below <details>.'));
  if (children.length === 0)
    problems.push(invalid('The accordion is empty. Write its text before </details>.'));
  return problems;
}

/** What stands within the HTML that opens an accordion. */
function behindOpening(html: string): string {
  return html.trimStart().replace(OPENING, '').replace(CLOSING, '').trim();
}

/** A text that was read for itself: its places are not those of the source. */
function forgetPositions(node: Nodes): void {
  delete node.position;
  if ('children' in node) for (const child of node.children) forgetPositions(child);
}

function joined(first: Position | undefined, last: Position | undefined): Position | undefined {
  return first && last ? { start: first.start, end: last.end } : undefined;
}
