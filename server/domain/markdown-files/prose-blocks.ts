import { finish, type SlicedWork } from '../../sliced-work.ts';
import { readLine, readProse } from './prose-lines.ts';

/** A run of lines between blank lines and code fences, as offsets into the text: the reach of inline Markdown. */
export interface ProseBlock {
  start: number;
  end: number;
}

/**
 * The parts of a Markdown text outside of code fences (CommonMark 4.5). Indented code counts as prose: whether an
 * indented line is code depends on lists and, in MDX, on elements around it, and the same text must be read alike
 * whether it is kept in an `.md` or an `.mdx` file. Linear in the length of the text.
 */
export function proseBlocks(text: string): ProseBlock[] {
  return finish(findProseBlocks(text));
}

/** Takes a few milliseconds, however short the lines are. */
const SLICE_LINES = 20_000;

/** The same in slices. */
export function* findProseBlocks(text: string): SlicedWork<ProseBlock[]> {
  const blocks: ProseBlock[] = [];
  const reader = readProse(text);
  let open: ProseBlock | undefined;
  for (let line = 1; readLine(reader); line += 1) {
    if (line % SLICE_LINES === 0) yield;
    const end = Math.min(reader.next, text.length);
    if (reader.kind !== 'prose') open = undefined;
    else if (open) open.end = end;
    else blocks.push((open = { start: reader.start, end }));
  }
  return blocks;
}
