import type { WarningCode } from './check.ts';
import { blockDefinitions } from './blocks/catalog.ts';
import { describe } from './guide.ts';

const WARNINGS: Readonly<Record<WarningCode, string>> = {
  unknown_block: 'a directive with a name that is no block; it stays plain text',
  invalid_block: 'a block that is not written as it should be, and how to write it',
  insecure_embed: 'a video or website that is not `https`, or whose address holds a sign-in',
  unclosed_directive: 'a block that nothing closes',
  unclosed_fence: 'a code fence that nothing closes',
  broken_link: 'a link to a document that does not exist, or that the author may not see',
  broken_image: 'an image of this workspace that does not exist, or that the author may not see',
  missing_alt: 'an image without a description',
  second_title: 'more than one `#` heading',
  not_checked:
    'a passage that is too long or nests too deep to be checked, or the rest of a text with too many blocks or warnings',
};

/** The manual's page on rich blocks: `docs/rich-blocks.md` is this text, made from what the parser reads by. */
export function richBlocksPage(): string {
  const warnings = Object.entries(WARNINGS).map(([code, meaning]) => `- \`${code}\`: ${meaning}.`);
  return [
    '# Rich blocks',
    'Documents are Markdown: CommonMark with GitHub’s tables, task lists, footnotes and strikethrough. Beyond that they may hold the blocks on this page. Each is written in a way that still reads sensibly in GitHub, Obsidian or a plain editor, and what stands in a file is what you wrote: nothing ever reformats it.',
    'Assistants get this reference from the tool `writing_guide`, whole or one block at a time.',
    'Directives begin a line: `:::name[Title]` … `:::` around a passage, `::name[Title]{src="…"}` alone. A block around others has more colons than those inside. Colons within prose (`12:30`, `host:port`) are prose. Directives with other names, and HTML other than `<details>`, are shown as text.',
    ...blockDefinitions.map((block) => describe(block)),
    '## Warnings',
    'Nothing that you write is refused because of its blocks. Writing answers with warnings instead, each with its line:',
    warnings.join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}
