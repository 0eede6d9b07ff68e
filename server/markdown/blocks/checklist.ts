import type { BlockDefinition } from '../block-definition.ts';

export const checklist: BlockDefinition = {
  name: 'checklist',
  title: 'Interactive checklist',
  aliases: ['task list', 'tasks', 'todo', 'checkbox', 'checkboxes'],
  purpose: 'Steps that each reader ticks off; the ticks are stored per reader and never change the text.',
  syntax: '- [ ] Close the valve\n- [ ] Empty the tank\n- [x] Order the filter',
  alsoAccepted: [],
  rules: ['Every item has a box; [x] starts out ticked.'],
  directives: [],
  fences: [],
  recognise(node, { directive }) {
    if (node.type !== 'list' || directive === 'quiz') return undefined;
    if (!node.children.every((item) => typeof item.checked === 'boolean')) return undefined;
    return { content: { block: 'checklist' }, children: [node], problems: [] };
  },
};
