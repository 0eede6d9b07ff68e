import { z } from 'zod';
import { listSpaces } from '../../../operations/spaces/list.ts';
import { spaceOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { counted } from '../wording.ts';

/** "Lists spaces with slugs." (specification, MCP tools) */
export const listSpacesTool = defineTool({
  name: 'list_spaces',
  title: 'List spaces',
  description:
    'List the spaces you can see. Documents are filed in spaces; a space is addressed by its slug. can_edit says where you may create and change documents.',
  role: 'viewer',
  operation: listSpaces,
  input: listSpaces.input,
  output: z.object({ items: z.array(spaceOutline), total: z.int() }),
  async run(call, input) {
    const data = await call.perform(listSpaces, input);
    return { data, texts: [`${counted(data.total, 'space')}.`] };
  },
});
