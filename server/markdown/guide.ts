import { closestName } from '../domain/closest-name.ts';
import type { BlockDefinition } from './block-definition.ts';
import { blockDefinitions } from './blocks/catalog.ts';

const INTRODUCTION = `Write plain Markdown: CommonMark and GitHub's tables, task lists, footnotes and ~~strikes~~. Then use blocks where they help. Copy the syntax exactly.

- The title of a page is a field of its own: start its text with prose or \`##\`, and use \`#\` at most once.
- Directives start on a line of their own. \`:::name[Title]\` opens a block and \`:::\` closes it; \`::name[Title]{src="…"}\` with two colons stands alone and is not closed. The title goes in square brackets, without a space before them.
- A block around others has more colons than those inside: \`::::tabs\` around \`:::tab\`.
- Colons in prose, such as 12:30 or host:port, need no care. Names of blocks that are not listed here stay plain text, and the reply warns of them.
- Link to a page with \`[Title](/documents/doc_…)\`. Give every image a description: \`![Pump, seen from above](…)\`. Except for \`<details>\`, HTML is shown as text.`;

/** Asked for by one of its names, in any case, with dashes or blanks. */
const blocksByName = new Map(
  blockDefinitions.flatMap((block) =>
    [block.name, block.title, ...block.aliases, ...block.directives, ...block.fences].map((name) => [
      plain(name),
      block,
    ]),
  ),
);

/** The block that goes by this name or one of its other names. */
export function findBlock(name: string): BlockDefinition | undefined {
  return blocksByName.get(plain(name));
}

/** Names of blocks that are near to what was written, best first; all of them when none is near. */
export function closestBlocks(written: string): string[] {
  const closest = closestName(written, [...blocksByName.keys()]);
  const found = closest === undefined ? undefined : blocksByName.get(plain(closest));
  return found ? [found.name] : blockDefinitions.map(({ name }) => name);
}

/**
 * The authoring reference (specification, "writing_guide"), as Markdown: of every block, or of one. Made from the
 * definitions that the parser reads by, and always the same bytes whatever the documents say (security M4).
 */
export function writingGuide(block?: BlockDefinition): string {
  if (block) return describe(block);
  return ['# Writing guide', INTRODUCTION, ...blockDefinitions.map(describe)].join('\n\n');
}

/** One block as a section: what it is for, how to write it, how else, and its rules. */
export function describe({ name, title, purpose, syntax, alsoAccepted, rules }: BlockDefinition): string {
  const others = alsoAccepted.flatMap(({ example, note }) => [`Also read: ${note}`, fenced(example)]);
  return [
    `## ${title} (\`${name}\`)`,
    purpose,
    fenced(syntax),
    ...others,
    ...(rules.length === 0 ? [] : [rules.map((rule) => `- ${rule}`).join('\n')]),
  ].join('\n\n');
}

/** In a fence that is longer than those inside. */
function fenced(example: string): string {
  const longest = Math.max(2, ...(example.match(/`{3,}/g) ?? []).map((marks) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}markdown\n${example}\n${fence}`;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
    .trim();
}
