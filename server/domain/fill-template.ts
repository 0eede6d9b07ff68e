import { sectionsOf, type SectionText } from './section-texts.ts';
import { plainLine } from './plain-text.ts';
import type { SlicedWork } from '../sliced-work.ts';

/**
 * Puts a text into the structure of a template. Every piece of the text is kept, byte for byte and heading included:
 *
 * - A section of the text whose heading is one of the scaffold's takes that section's place; what follows it under
 *   headings that the scaffold does not have goes along.
 * - What stands before the first such section, with no heading of its own, becomes the scaffold's first section,
 *   or its introduction when the text has that section too. With headings of its own it stands before the scaffold.
 * - Sections of the scaffold that the text does not fill keep their guidance, so that the author sees what is missing.
 * - A text that ends inside an unclosed block, such as code, stands behind the scaffold, which it would swallow.
 *
 * A text without words gives the scaffold as it is. Linear in the lengths, and in slices.
 */
export function* fillTemplate(scaffold: string, text: string): SlicedWork<string> {
  if (text.trim() === '') return scaffold;
  const given = yield* sectionsOf(text);
  if (given.endsOpen) return joinBlocks([scaffold, text]);
  const { sections } = yield* sectionsOf(scaffold);
  const { front, bySection } = assign(given.sections, sections);
  const first = sections.findIndex(({ heading }) => heading !== undefined);
  const isPlainFront = front.every(({ heading }) => heading === undefined);
  const becomesFirstSection = isPlainFront && front.length > 0 && first !== -1 && !bySection.has(first);
  const blocks: string[] = [];
  for (const [index, section] of sections.entries()) {
    const isFirst = index === first;
    if (isFirst && !becomesFirstSection) blocks.push(...texts(front));
    if (isFirst && becomesFirstSection) blocks.push(headingLine(section), ...texts(front));
    else blocks.push(...texts(bySection.get(index) ?? [section]));
  }
  if (first === -1) blocks.push(...texts(front));
  return joinBlocks(blocks);
}

const texts = (pieces: readonly SectionText[]) => pieces.map(({ text }) => text);

/** Where each piece of the text goes: to a section of the scaffold, or before all of them. */
function assign(
  pieces: readonly SectionText[],
  sections: readonly SectionText[],
): { front: SectionText[]; bySection: Map<number, SectionText[]> } {
  const free = new Map<string, number[]>();
  for (const [index, { heading }] of sections.entries()) {
    if (heading === undefined) continue;
    const key = titleKey(heading);
    free.set(key, [...(free.get(key) ?? []), index]);
  }
  const front: SectionText[] = [];
  const bySection = new Map<number, SectionText[]>();
  let current = front;
  for (const piece of pieces) {
    const index = piece.heading === undefined ? undefined : free.get(titleKey(piece.heading))?.shift();
    if (index !== undefined) bySection.set(index, (current = []));
    current.push(piece);
  }
  return { front, bySection };
}

/** `## 2. Purpose:` and `## purpose` are the same section. */
function titleKey(heading: string): string {
  return plainLine(heading)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\d{1,3}[.)]\s+/, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function headingLine({ text }: SectionText): string {
  const newline = text.indexOf('\n');
  return newline === -1 ? text : text.slice(0, newline + 1);
}

/** One after the other, with a blank line between two. Nothing of a block changes. */
function joinBlocks(blocks: readonly string[]): string {
  const parts: string[] = [];
  let end = '';
  for (const block of blocks) {
    if (block === '') continue;
    if (end !== '') parts.push(missingLineEnds(end));
    parts.push(block);
    end = block.slice(-MOST_WHITE_SPACE);
  }
  return parts.join('');
}

/** How far back a blank line is looked for. */
const MOST_WHITE_SPACE = 80;

function missingLineEnds(before: string): string {
  if (!before.endsWith('\n')) return '\n\n';
  return /\n[ \t]*\r?\n$/.test(before) ? '' : '\n';
}
