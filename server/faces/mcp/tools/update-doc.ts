import { z } from 'zod';
import type { ChangeOutcome } from '../../../operations/documents/apply-or-queue.ts';
import { updateDocument } from '../../../operations/documents/update.ts';
import { documentSummarySchema } from '../../../operations/documents/view.ts';
import { documentMetadata } from '../document-metadata.ts';
import { defineTool } from '../tool.ts';

const { content, status: _status, ...fields } = updateDocument.input.shape;

const outcomeSchema = z
  .enum(['applied', 'unchanged', 'publishing_waits', 'queued'])
  .describe(
    'applied: in force; unchanged: it was like that already; publishing_waits: the draft is saved, publishing waits for review; queued: the live text is unchanged until an approver decides',
  );

/** "Replaces body or metadata, changes type, moves between spaces, or publishes." (specification, MCP tools) */
export const updateDocTool = defineTool({
  name: 'update_doc',
  title: 'Update a document',
  description:
    'Change a document: markdown replaces the whole text; title, summary, tags and type replace those; space or parent moves it; publish makes a draft public. Fields left out stay. Read the document first and send its version as expected_version, so that nobody’s work is overwritten. The reply says whether the change is applied or waits for review.',
  role: 'editor',
  operation: updateDocument,
  input: z.strictObject({
    ...fields,
    markdown: content.describe('New text of the document, in Markdown: replaces the old one whole'),
    publish: z.boolean().optional().describe('true publishes a draft'),
  }),
  aliases: { content: 'markdown', text: 'markdown' },
  output: z.object({
    outcome: outcomeSchema,
    message: z.string(),
    document: documentSummarySchema.describe('The document as it stands now'),
    changed: z.array(z.string()).describe('Fields that took effect'),
    change_request_id: z.string().optional(),
  }),
  async run(call, { markdown, publish, ...rest }) {
    const result = await call.perform(updateDocument, {
      ...rest,
      ...(markdown === undefined ? {} : { content: markdown }),
      ...(publish === true ? { status: 'published' as const } : {}),
    });
    const message = describeOutcome(result);
    const data = {
      outcome: outcomeOf(result),
      message,
      document: documentMetadata(result.document),
      changed: result.changed,
      ...(result.pending && { change_request_id: result.change_request_id }),
    };
    return { data, texts: [message] };
  },
});

function outcomeOf({ pending, changed, document }: ChangeOutcome): z.infer<typeof outcomeSchema> {
  if (pending) return document.status === 'published' ? 'queued' : 'publishing_waits';
  return changed.length > 0 ? 'applied' : 'unchanged';
}

function describeOutcome(result: ChangeOutcome): string {
  const { document, changed } = result;
  const name = `“${document.title}” (${document.id})`;
  if (result.pending) {
    return `${name} is at version ${document.version}. ${result.message} Change request: ${result.change_request_id}.`;
  }
  return changed.length > 0
    ? `Applied as version ${document.version} of ${name}, ${document.status}. Changed: ${changed.join(', ')}.`
    : `Nothing changed: ${name} is like that already, at version ${document.version}.`;
}
