import type { SlicedWork } from '../sliced-work.ts';
import { blockDefinitions } from './blocks/catalog.ts';
import { isVideoPage } from './blocks/web-address.ts';

/** How many images and rich blocks a text has; kinds that it has none of are left out. */
export interface BlockStatistics {
  images: number;
  /** By the block's name; the single tabs count as `tab`. */
  blocks: Record<string, number>;
}

/** So many lines are counted without a pause. */
const SLICE_LINES = 20_000;

interface Counter {
  statistics: BlockStatistics;
  /** The mark that closes the open code fence. */
  fence: string | null;
  isInChecklist: boolean;
  /** The line above, when it may be the head of a table. */
  hasCells: boolean;
}

const PREFIX = /^[ \t]*(?:>[ \t]?)*[ \t]*/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const IMAGE = /!\[[^\][\n]{0,500}\][ ]?[([]|<img\s/g;

const blockOfDirective = new Map(
  blockDefinitions.flatMap(({ name, directives }) =>
    directives.map((directive) => [directive, directive === 'tab' ? 'tab' : name]),
  ),
);
/** A plain table is a table. */
blockOfDirective.delete('plain');
const blockOfFence = new Map(
  blockDefinitions.flatMap(({ name, fences }) => fences.map((language) => [language, name])),
);

/**
 * Counts images and rich blocks by their marks, without parsing: linear and in slices. Meant for comparing two
 * versions of a text; exactness at the edges, such as a block quoted as code in a line, is not its aim.
 */
export function* blockStatistics(markdown: string): SlicedWork<BlockStatistics> {
  const counter: Counter = {
    statistics: { images: 0, blocks: {} },
    fence: null,
    isInChecklist: false,
    hasCells: false,
  };
  for (let start = 0, lines = 1; start < markdown.length; lines += 1) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    countLine(counter, markdown.slice(start, end));
    start = end + 1;
    if (lines % SLICE_LINES === 0) yield;
  }
  return counter.statistics;
}

/** What a new version has fewer of, most important for people first: images, then blocks by name. */
export function* lostBlocks(before: string, after: string): SlicedWork<{ name: string; count: number }[]> {
  const old = yield* blockStatistics(before);
  const current = yield* blockStatistics(after);
  const losses = Object.entries(old.blocks).map(([name, count]) => ({
    name,
    count: count - (current.blocks[name] ?? 0),
  }));
  return [{ name: 'image', count: old.images - current.images }, ...losses].filter(({ count }) => count > 0);
}

function countLine(counter: Counter, line: string): void {
  const outside = line.replace(PREFIX, '');
  const isItem = ITEM.test(outside);
  const content = outside.replace(ITEM, '').trimEnd();
  if (counter.fence !== null) {
    if (closes(counter.fence, content)) counter.fence = null;
    return;
  }
  if (content !== '') countChecklist(counter, line, isItem, content);
  if (content.includes('![') || content.includes('<img'))
    counter.statistics.images += content.match(IMAGE)?.length ?? 0;
  countTable(counter, content);
  const name = blockOf(counter, line, content);
  if (name !== undefined) add(counter, name);
}

function closes(fence: string, content: string): boolean {
  return content.startsWith(fence) && content === fence.charAt(0).repeat(content.length);
}

function add({ statistics }: Counter, name: string): void {
  statistics.blocks[name] = (statistics.blocks[name] ?? 0) + 1;
}

/** Tasks that follow one another are one checklist. */
function countChecklist(counter: Counter, line: string, isItem: boolean, content: string): void {
  const isTask = isItem && /^\[[ xX]\][ \t]/.test(content);
  if (isTask && !counter.isInChecklist) add(counter, 'checklist');
  counter.isInChecklist = isTask || (counter.isInChecklist && /^[ \t]/.test(line));
}

function countTable(counter: Counter, content: string): void {
  const isDelimiter =
    /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/.test(content) && content.includes('|');
  if (isDelimiter && counter.hasCells) add(counter, 'table');
  counter.hasCells = !isDelimiter && content.includes('|');
}

function blockOf(counter: Counter, line: string, content: string): string | undefined {
  switch (content.charAt(0)) {
    case '`':
    case '~':
      return openFence(counter, content);
    case ':':
      return blockOfDirective.get(/^:{2,}([A-Za-z]+)(?:[[{\s]|$)/.exec(content)?.[1]?.toLowerCase() ?? '');
    case '[':
      return /^[ \t]*>/.test(line) && /^\[![A-Za-z]{1,20}\]/.test(content) ? 'callout' : undefined;
    case '<':
      return /^<details[\s>]/i.test(content) ? 'accordion' : undefined;
    case 'h':
      return /^https:\S+$/.test(content) && isVideoPage(content) ? 'video' : undefined;
    default:
      return undefined;
  }
}

function openFence(counter: Counter, content: string): string | undefined {
  const marks = /^(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/.exec(content);
  if (!marks?.[1]) return undefined;
  counter.fence = marks[1];
  return blockOfFence.get((marks[2] ?? '').toLowerCase());
}
