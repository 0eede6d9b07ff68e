import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
} from '../block-definition.ts';

export const table: BlockDefinition = {
  name: 'table',
  title: 'Auto-filterable table',
  aliases: ['tables', 'filterable table', 'sortable table', 'grid', 'plain'],
  purpose: 'Every table sorts by a click on its header, and from 5 rows on has a filter box.',
  syntax: '| Part   | Stock |\n| ------ | ----: |\n| Valve  |    12 |\n| Filter |     3 |',
  alsoAccepted: [
    {
      example: ':::plain\n| Step | Who |\n| ---- | --- |\n| 1    | Ada |\n:::',
      note: 'Shown as it is, without sorting and filter.',
    },
  ],
  rules: ['Every row on one line, a blank line before the table, | within a cell as \\|.'],
  directives: ['plain'],
  fences: [],
  recognise(node, { directive: around }) {
    if (node.type === 'table')
      return {
        content: { block: 'table', isFilterable: around !== 'plain' },
        children: [node],
        problems: [],
      };
    const directive = asDirective(node, 'containerDirective', ['plain']);
    if (!directive) return undefined;
    const { title, children } = readDirective(directive);
    const problems = unknownAttributes(directive, []);
    if (title !== null) problems.push(invalid('A plain table has no title. Write :::plain alone.'));
    if (!children.some((child) => child.type === 'table'))
      problems.push(
        invalid('There is no table in :::plain. It is only for tables that shall not sort or filter.'),
      );
    return { content: { block: 'plain' }, children, problems };
  },
};
