import { invalid, type BlockDefinition } from '../block-definition.ts';
import type { BlockProblem } from '../rich-block.ts';

/** A longer diagram would hold up its reader (security H3). */
export const MOST_DIAGRAM_CHARACTERS = 50_000;

/** First words of the diagrams that Mermaid draws. */
const KINDS =
  /^(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram|erDiagram|journey|gantt|pie|quadrantChart|requirementDiagram|gitGraph|C4\w+|mindmap|timeline|zenuml|sankey|xychart|block|packet|kanban|architecture|radar|treemap|info)(?:-beta|-v2|-elk)?(?![A-Za-z])/;

export const mermaid: BlockDefinition = {
  name: 'mermaid',
  title: 'Mermaid diagram',
  aliases: ['diagram', 'flowchart', 'sequence diagram', 'gantt', 'graph'],
  purpose: 'Draws a diagram: flowchart, sequence, state, class, entities, Gantt and more.',
  syntax: '```mermaid\nflowchart LR\n  Pump --> Filter --> Tank\n```',
  alsoAccepted: [],
  rules: [
    'The first line says the kind, such as flowchart LR, sequenceDiagram or gantt.',
    'Labels with brackets or other marks stand in quotes: A["Pump (old)"].',
    'At most 50,000 characters.',
  ],
  directives: [],
  fences: ['mermaid'],
  recognise(node) {
    if (node.type !== 'code' || node.lang?.toLowerCase() !== 'mermaid') return undefined;
    const problems = diagramProblems(node.value);
    if (problems.length === 0 && !KINDS.test(firstStatement(node.value)))
      problems.push(
        invalid(
          'Mermaid does not know this kind of diagram. Start with flowchart LR, sequenceDiagram, gantt or another.',
          1,
        ),
      );
    return { content: { block: 'mermaid', source: node.value }, children: [], problems };
  },
};

/** What is wrong with any diagram: nothing in it, or too much. */
export function diagramProblems(source: string): BlockProblem[] {
  if (source.trim() === '') return [invalid('The diagram is empty. Write it between the two fences.')];
  if (source.length > MOST_DIAGRAM_CHARACTERS)
    return [invalid('The diagram has more than 50,000 characters. Split it into several.')];
  return [];
}

/** The first line that is neither front matter, comment nor directive. */
function firstStatement(source: string): string {
  const body = source.trimStart().startsWith('---')
    ? source
        .trimStart()
        .split(/^---[ \t]*$/m)
        .slice(2)
        .join('---')
    : source;
  const lines = body.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !line.startsWith('%%')) ?? '';
}
