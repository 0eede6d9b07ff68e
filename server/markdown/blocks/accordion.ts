import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
} from '../block-definition.ts';

export const accordion: BlockDefinition = {
  name: 'accordion',
  title: 'Accordion',
  aliases: ['details', 'summary', 'collapsible', 'collapse', 'spoiler', 'toggle', 'expand'],
  purpose: 'Folds a passage away under its title until somebody opens it.',
  syntax: ':::details[Why?]\nBecause the lock file is **not** portable.\n:::',
  alsoAccepted: [
    {
      example:
        '<details>\n<summary>Why?</summary>\n\nBecause the lock file is **not** portable.\n\n</details>',
      note: 'With a blank line after the summary and before the end.',
    },
  ],
  rules: ['To show it opened: :::details[Why?]{open}.'],
  directives: ['details'],
  fences: [],
  recognise(node) {
    const directive = asDirective(node, 'containerDirective', ['details']);
    if (!directive) return undefined;
    const { title, children } = readDirective(directive);
    const problems = unknownAttributes(directive, ['open']);
    if (title === null) problems.push(invalid('The accordion has no title. Write :::details[Title].'));
    if (children.length === 0)
      problems.push(invalid('The accordion is empty. Write its text before the closing :::.'));
    const isOpen = Object.hasOwn(directive.attributes ?? {}, 'open');
    return { content: { block: 'accordion', title: title ?? 'Details', isOpen }, children, problems };
  },
};
