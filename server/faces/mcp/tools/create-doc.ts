import { z } from 'zod';
import { createDocument } from '../../../operations/documents/create.ts';
import { documentMetadata } from '../document-metadata.ts';
import { documentOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { warningsSchema, warningsSentence } from '../warnings.ts';

const { content, status: _status, ...fields } = createDocument.input.shape;

/** "Creates a document from markdown. Draft by default." (specification, MCP tools) */
export const createDocTool = defineTool({
  name: 'create_doc',
  title: 'Create a document',
  description:
    'Create a document from Markdown. It is a draft unless publish is true; where publishing goes through review, it stays a draft and the publish request is queued. space may be left out when you can edit only one. template applies a template’s structure, type and tags: your text goes into its sections, and none of it is lost.',
  role: 'editor',
  operation: createDocument,
  input: z.strictObject({
    ...fields,
    markdown: content.describe('Text of the document, in Markdown'),
    publish: z.boolean().default(false).describe('Publish it, where you may'),
  }),
  aliases: { content: 'markdown', text: 'markdown' },
  output: createDocument.output.extend({ document: documentOutline, warnings: warningsSchema }),
  async run(call, { markdown, publish, ...rest }) {
    const input = {
      ...rest,
      content: markdown,
      status: publish ? ('published' as const) : ('draft' as const),
    };
    const { document, ...outcome } = await call.perform(createDocument, input);
    const warnings = await call.warningsOf(document.content);
    return {
      data: { document: documentMetadata(document), ...outcome, ...(warnings.length > 0 && { warnings }) },
      texts: [`${createdSentence(document, outcome)}${warningsSentence(warnings)}`],
    };
  },
});

interface Outcome {
  note?: string | undefined;
  change_request_id?: string | undefined;
  template?: string | undefined;
}

function createdSentence(
  { id, title, space, status }: { id: string; title: string; space: string; status: string },
  { note, change_request_id, template }: Outcome,
): string {
  const from = template === undefined ? '' : ` from the template “${template}”`;
  const created = `Created “${title}” (${id}) in ${space}${from}, version 1, ${status}.`;
  return change_request_id === undefined
    ? created
    : `${created} ${note ?? ''} Change request: ${change_request_id}.`;
}
