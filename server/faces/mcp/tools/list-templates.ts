import { z } from 'zod';
import { listTemplates } from '../../../operations/templates/list.ts';
import { readTemplate } from '../../../operations/templates/read.ts';
import { templateReference } from '../../../operations/templates/reference.ts';
import type { templateSchema } from '../../../operations/templates/view.ts';
import { MAX_LIMIT } from '../../../operations/page.ts';
import { defineTool, type ToolReply } from '../tool.ts';
import { counted } from '../wording.ts';

/** Scaffolds of more characters together are left out until one is asked for by name: they would fill the context. */
const MOST_SCAFFOLD_CHARS = 24_000;

const outputSchema = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      type: z.string(),
      scaffold: z.string().optional().describe('Markdown; ask by name when it is left out'),
    }),
  ),
  total: z.int(),
});

/** "Returns the workspace templates with their scaffolds." (specification, MCP tools) */
export const listTemplatesTool = defineTool({
  name: 'list_templates',
  title: 'List templates',
  description:
    'List the templates of the workspace with their scaffolds, types and tags; name gives one of them. create_doc with template applies one and puts your text into its sections: write under its headings.',
  role: 'viewer',
  operation: listTemplates,
  input: z.strictObject({
    name: templateReference.optional().describe('Name of the one template to return'),
  }),
  output: outputSchema,
  async run(call, { name }) {
    if (name !== undefined) {
      const { template } = await call.perform(readTemplate, { template: name });
      return reply([template], true);
    }
    const { items } = await call.perform(listTemplates, { limit: MAX_LIMIT });
    const chars = items.reduce((sum, { scaffold }) => sum + scaffold.length, 0);
    return reply(items, chars <= MOST_SCAFFOLD_CHARS);
  },
});

function reply(
  templates: readonly z.input<typeof templateSchema>[],
  withScaffolds: boolean,
): ToolReply<z.input<typeof outputSchema>> {
  const items = templates.map(({ id, name, description, type, tags, scaffold }) => {
    return { id, name, description, type, tags, ...(withScaffolds && { scaffold }) };
  });
  const more = withScaffolds ? '' : ' Their scaffolds are left out here: ask for one with name.';
  return { data: { items, total: items.length }, texts: [`${counted(items.length, 'template')}.${more}`] };
}
