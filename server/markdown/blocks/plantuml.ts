import { invalid, type BlockDefinition } from '../block-definition.ts';
import { diagramProblems } from './mermaid.ts';

export const plantuml: BlockDefinition = {
  name: 'plantuml',
  title: 'PlantUML diagram',
  aliases: ['puml', 'uml'],
  purpose:
    'Draws a PlantUML diagram where the workspace has a render server, and shows its source elsewhere.',
  syntax: '```plantuml\n@startuml\nReader -> Server: GET /documents\n@enduml\n```',
  alsoAccepted: [{ example: '```puml\nReader -> Server: GET /documents\n```', note: 'Without the frame.' }],
  rules: ['No !include: a diagram reads no other file.', 'Prefer Mermaid where it can draw the same.'],
  directives: [],
  fences: ['plantuml', 'puml'],
  recognise(node) {
    if (node.type !== 'code' || !plantuml.fences.includes(node.lang?.toLowerCase() ?? '')) return undefined;
    const problems = diagramProblems(node.value);
    if (/^\s*!(?:include|import)/m.test(node.value))
      problems.push(invalid('!include is not allowed: put what it includes into the diagram itself.'));
    if (/^\s*@start/m.test(node.value) !== /^\s*@end/m.test(node.value))
      problems.push(invalid('@startuml and @enduml go together: write both or none.'));
    return { content: { block: 'plantuml', source: node.value }, children: [], problems };
  },
};
