import { frontMatterEnd } from '../domain/markdown-files/front-matter.ts';
import type { SlicedWork } from '../sliced-work.ts';
import { openEnd, type OpenEnd } from './open-end.ts';

export interface PlacedParagraph {
  text: string;
  /** Why it does not stand at the very end, or null; one sentence. */
  notice: string | null;
}

const NAMES: Record<OpenEnd['kind'], string> = {
  code: 'a code fence',
  html: 'an HTML comment or tag',
  block: 'a ::: block',
};

/**
 * A text with a paragraph of its own, such as a picture, at its top or end, where it is shown: below front matter, and
 * above a code fence, comment or `:::` block at the end that nothing closes. The text around it stays as it is,
 * character for character; blank lines part it from the rest.
 */
export function* placeParagraph(
  text: string,
  paragraph: string,
  where: 'top' | 'append',
): SlicedWork<PlacedParagraph> {
  if (where === 'top') return { text: inserted(text, paragraph, frontMatterEnd(text)), notice: null };
  const open = yield* openEnd(text);
  return {
    text: inserted(text, paragraph, open?.start ?? text.length),
    notice: open
      ? `The text ends in ${NAMES[open.kind]} that nothing closes (line ${open.line}), in which it would not be shown; it stands above that.`
      : null,
  };
}

function inserted(text: string, paragraph: string, at: number): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const [above, below] = [text.slice(0, at), text.slice(at)];
  const [before, behind] = [/[\r\n]*$/.exec(above)?.[0] ?? '', /^[\r\n]*/.exec(below)?.[0] ?? ''];
  return (
    above +
    (above === '' ? '' : lineEnd.repeat(missing(before))) +
    paragraph +
    (below === '' ? '' : lineEnd.repeat(missing(behind))) +
    below
  );
}

/** Line ends that a blank line needs, less those that are there. */
function missing(lineEnds: string): number {
  return Math.max(0, 2 - (lineEnds.match(/\r\n|\n|\r/g)?.length ?? 0));
}
