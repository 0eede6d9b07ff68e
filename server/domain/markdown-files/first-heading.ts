import { proseBlocks } from './prose-blocks.ts';

const ATX = /^ {0,3}#(?:[ \t]+(.*?))?(?:[ \t]+#*)?[ \t]*$/;
/** Longer lines are no headings: this bounds the work of the expressions above and below. */
const LONGEST_LINE = 1000;
const UNDERLINE = /^ {0,3}=+[ \t]*$/;

/**
 * Takes the first level-one heading out of a Markdown text, with one blank line behind it, so that a page does
 * not show its title twice. Undefined when the text has none.
 *
 * @returns the heading as plain text and the text without it, otherwise byte for byte.
 */
export function takeFirstHeading(text: string): { title: string; rest: string } | undefined {
  for (const block of proseBlocks(text)) {
    const lines = text.slice(block.start, block.end).split('\n');
    let offset = block.start;
    for (const [index, line] of lines.entries()) {
      const heading = headingAt(line, index === 0 ? lines[1] : undefined);
      if (heading) {
        const rest = text.slice(0, offset) + restBehind(text, offset, heading.height);
        return { title: heading.title, rest };
      }
      offset += line.length + 1;
    }
  }
  return undefined;
}

/** A heading that starts here, with how many lines it takes: 1 for `# Title`, 2 for an underlined one. */
function headingAt(line: string, next: string | undefined): { title: string; height: number } | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const atx = ATX.exec(line.trimEnd());
  const isUnderlined = next !== undefined && UNDERLINE.test(next.trimEnd());
  const title = plainText(atx ? (atx[1] ?? '') : isUnderlined ? line : '');
  return title === '' ? undefined : { title, height: atx ? 1 : 2 };
}

function restBehind(text: string, from: number, height: number): string {
  let position = from;
  for (let line = 0; line < height; line += 1) {
    const newline = text.indexOf('\n', position);
    position = newline === -1 ? text.length : newline + 1;
  }
  return text.slice(position).replace(/^[ \t]*\r?\n/, '');
}

/** A heading as a title shows it: no emphasis, code marks, links or anchors. */
function plainText(heading: string): string {
  return heading
    .replace(/[ \t]*\{#[^{}]*\}[ \t]*$/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/(?<![\\\w])(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/`+/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
