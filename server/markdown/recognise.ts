import type { BlockContent, DefinitionContent, Nodes, Paragraph, Root, RootContent } from 'mdast';
import type { Directive } from './block-definition.ts';
import { foldDetails } from './html-details.ts';
import { blockDefinitions } from './blocks/catalog.ts';
import type { RichBlock } from './rich-block.ts';

const MAY_BE_BLOCK: ReadonlySet<string> = new Set<Nodes['type']>([
  'containerDirective',
  'leafDirective',
  'blockquote',
  'list',
  'table',
  'code',
  'paragraph',
]);

interface Reader {
  source: string;
  parse: (markdown: string) => Root;
}

/** The tree with our blocks in the place of the nodes that they were written as. `parse` reads text within HTML. */
export function withRichBlocks(root: Root, source: string, parse: Reader['parse']): Root {
  return { ...root, children: readAll({ source, parse }, root.children, null) };
}

function readAll(reader: Reader, nodes: readonly RootContent[], directive: string | null): RootContent[] {
  const folded = foldDetails(nodes, {
    nodes: (inside) => readAll(reader, inside, null),
    markdown: (text) => reader.parse(text).children,
  });
  return folded.flatMap((node) => readNode(reader, node, directive));
}

function readNode(reader: Reader, node: RootContent, around: string | null): RootContent[] {
  const block = asRichBlock(reader, node, around);
  if (block) return [block];
  if (node.type === 'containerDirective' || node.type === 'leafDirective') return literal(reader, node);
  if (node.type === 'list') return [readList(reader, node)];
  if (node.type === 'blockquote' || node.type === 'footnoteDefinition')
    return [{ ...node, children: readAll(reader, node.children, null).filter(isFlow) }];
  return [node];
}

function readList(reader: Reader, list: Extract<RootContent, { type: 'list' }>) {
  const children = list.children.map((item) => ({
    ...item,
    children: readAll(reader, item.children, null).filter(isFlow),
  }));
  return { ...list, children };
}

/** Blocks within blocks are blocks: nothing else comes of them. */
function isFlow(node: RootContent): node is BlockContent | DefinitionContent {
  return node.type !== 'text' && node.type !== 'yaml';
}

function asRichBlock(reader: Reader, node: RootContent, around: string | null): RichBlock | undefined {
  const found = recognise(reader, node, around);
  if (!found) return undefined;
  const name = 'name' in node && node.name ? node.name.toLowerCase() : null;
  return {
    type: 'richBlock',
    content: found.content,
    problems: found.problems,
    children: isWrapped(node) ? readWrapped(reader, found.children) : readAll(reader, found.children, name),
    ...(node.position && { position: node.position }),
  };
}

/** Lists, tables and links stand inside of their block as they are. */
function isWrapped(node: Nodes): boolean {
  return node.type === 'list' || node.type === 'table' || node.type === 'paragraph';
}

function readWrapped(reader: Reader, children: readonly RootContent[]): RootContent[] {
  return children.map((child) => (child.type === 'list' ? readList(reader, child) : child));
}

function recognise(reader: Reader, node: Nodes, directive: string | null) {
  if (!MAY_BE_BLOCK.has(node.type)) return undefined;
  for (const definition of blockDefinitions) {
    const found = definition.recognise(node, { slice: sliceOf(reader.source, node), directive });
    if (found) return found;
  }
  return undefined;
}

/** The Markdown that a node was read from. */
export function sliceOf(source: string, { position }: Pick<Nodes, 'position'>): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

/** A directive that we do not know: its fences are lines of text, what stands between them is read as usual. */
function literal(reader: Reader, node: Directive): RootContent[] {
  const slice = sliceOf(reader.source, node);
  if (node.type === 'leafDirective') return [lineOfText(node, slice, 'first')];
  const lines = slice.split('\n');
  const inside = node.children.filter((child) => child.type !== 'paragraph' || !child.data?.directiveLabel);
  const last = lines.length > 1 && /^[\s>]*:{3,}\s*$/.test(lines.at(-1) ?? '') ? [lines.at(-1) ?? ''] : [];
  return [
    lineOfText(node, lines[0] ?? '', 'first'),
    ...readAll(reader, inside, null),
    ...last.map((line) => lineOfText(node, line, 'last')),
  ];
}

function lineOfText({ position }: Directive, line: string, which: 'first' | 'last'): Paragraph {
  const text = { type: 'text' as const, value: line.trimEnd() };
  if (!position) return { type: 'paragraph', children: [text] };
  const { start, end } = position;
  const place =
    which === 'first' ? { start, end: moved(start, line.length) } : { start: moved(end, -line.length), end };
  return { type: 'paragraph', children: [{ ...text, position: place }], position: place };
}

function moved(point: { line: number; column: number; offset?: number | undefined }, by: number) {
  return {
    line: point.line,
    column: point.column + by,
    ...(point.offset !== undefined && { offset: point.offset + by }),
  };
}
