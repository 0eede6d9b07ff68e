import { lineChanges } from '../../../server/domain/line-changes.ts';
import { parseMarkdown } from '../../../server/markdown/parse.ts';

export type BlockRun =
  | { kind: 'kept' | 'removed' | 'added'; markdown: string }
  /** Blocks that stay and are not shown. */
  | { kind: 'skipped'; count: number };

/** Blocks that stay, shown on each side of a change. */
const CONTEXT = 1;

/** Two texts block by block (paragraph, list, table, rich block): what goes, what comes, and one block around it. */
export function blockChanges(before: string, after: string): BlockRun[] {
  const [oldBlocks, newBlocks] = [blocksOf(before), blocksOf(after)];
  const changes = lineChanges(oldBlocks, newBlocks);
  if (changes.length === 0) return [];
  const runs: BlockRun[] = [];
  let at = 0;
  for (const { start, end, newStart, newEnd } of changes) {
    keep(runs, oldBlocks.slice(at, start), { isFirst: at === 0, isLast: false });
    add(runs, 'removed', oldBlocks.slice(start, end));
    add(runs, 'added', newBlocks.slice(newStart, newEnd));
    at = end;
  }
  keep(runs, oldBlocks.slice(at), { isFirst: false, isLast: true });
  return runs;
}

function keep(
  runs: BlockRun[],
  blocks: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): void {
  const head = isFirst ? [] : blocks.slice(0, CONTEXT);
  const rest = blocks.slice(head.length);
  const tail = isLast || rest.length === 0 ? [] : rest.slice(-CONTEXT);
  add(runs, 'kept', head);
  const skipped = rest.length - tail.length;
  if (skipped > 0) runs.push({ kind: 'skipped', count: skipped });
  add(runs, 'kept', tail);
}

function add(runs: BlockRun[], kind: 'kept' | 'removed' | 'added', blocks: readonly string[]): void {
  if (blocks.length > 0) runs.push({ kind, markdown: blocks.join('\n\n') });
}

/** The source of each top-level block, in order. */
function blocksOf(markdown: string): string[] {
  return parseMarkdown(markdown).children.flatMap(({ position }) => {
    const start = position?.start.offset;
    const end = position?.end.offset;
    return start === undefined || end === undefined ? [] : [markdown.slice(start, end)];
  });
}
