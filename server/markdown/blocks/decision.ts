import type { BlockDefinition } from '../block-definition.ts';
import { readDecisionTree } from './decision-tree.ts';

export const decision: BlockDefinition = {
  name: 'decision',
  title: 'Decision tree',
  aliases: ['decision tree', 'decision-tree', 'tree', 'troubleshooter', 'wizard'],
  purpose: 'Asks the reader question by question and leads to an end.',
  syntax:
    '```decision\nstart: lost\nnodes:\n  lost:  { ask: What is missing?, answers: { One page: trash, Everything: disk } }\n  trash: { ask: Is it in the Trash?, answers: { "Yes": { end: Press Restore. }, "No": disk } }\n  disk:  { end: Restore the last backup. }\n```',
  alsoAccepted: [],
  rules: [
    'YAML. start names the first node. A node is either ask with answers (label: name of the next node), or end. An answer may hold its node in place of a name.',
    'Every node can be reached from start, and reaches an end. Loops are fine as long as a way leads out.',
    'Quote texts with a colon, comma or brace.',
  ],
  directives: [],
  fences: ['decision'],
  recognise(node) {
    if (node.type !== 'code' || node.lang?.toLowerCase() !== 'decision') return undefined;
    const { tree, problems } = readDecisionTree(node.value);
    return { content: { block: 'decision', source: node.value, tree }, children: [], problems };
  },
};
