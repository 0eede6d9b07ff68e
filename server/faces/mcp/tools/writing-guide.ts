import { readWritingGuide } from '../../../operations/documents/writing-guide.ts';
import { defineTool } from '../tool.ts';

/** "Returns the authoring reference for every rich block." (specification, MCP tools) */
export const writingGuideTool = defineTool({
  name: 'writing_guide',
  title: 'Read the writing guide',
  description:
    'How to write documents here: the exact syntax of every rich block, such as callouts, tabs and diagrams, with examples. Read it before you write or change a document.',
  role: 'viewer',
  operation: readWritingGuide,
  input: readWritingGuide.input,
  output: readWritingGuide.output,
  async run(call, input) {
    const data = await call.perform(readWritingGuide, input);
    return { data, texts: [data.guide], copy: { blocks: data.blocks } };
  },
});
