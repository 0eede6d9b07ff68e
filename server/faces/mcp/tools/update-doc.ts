import { z } from 'zod';
import { badRequest } from '../../../errors.ts';
import type { Edit } from '../../../operations/documents/edit.ts';
import type { Preview } from '../../../operations/documents/preview.ts';
import { updateDocument } from '../../../operations/documents/update.ts';
import { documentMetadata } from '../document-metadata.ts';
import { documentOutline } from '../outlines.ts';
import { defineTool } from '../tool.ts';
import { warningsSchema, warningsSentence } from '../warnings.ts';

const { content: _content, status: _status, edit: editSchema, ...fields } = updateDocument.input.shape;
const { markdown: markdownSchema, ...howToEdit } = editSchema.unwrap().shape;

/**
 * `applied`: in force; `unchanged`: it was like that already; `publishing_waits`: the draft is saved, and publishing
 * waits for review; `queued`: the live text is unchanged until an approver decides; `dry_run`: nothing was changed.
 * The message says it in words.
 */
const outcomeSchema = z.enum(['applied', 'unchanged', 'publishing_waits', 'queued', 'dry_run']);

/** "Replaces body or metadata, changes type, moves between spaces, or publishes." (specification, MCP tools) */
export const updateDocTool = defineTool({
  name: 'update_doc',
  title: 'Update a document',
  description:
    'Change a document: markdown replaces the whole text, or, as mode says, a part of it; title, summary, tags and type replace those; space or parent moves it; publish makes a draft public. Fields left out stay. Prefer patch, section or append to rewriting a text; before replace, read the document and send its version as expected_version, so that nobody’s work is overwritten. The reply says whether the change is applied or waits for review.',
  role: 'editor',
  operation: updateDocument,
  input: z.strictObject({
    ...fields,
    markdown: markdownSchema.optional().describe('New text, in Markdown'),
    ...howToEdit,
    publish: z.boolean().optional().describe('true publishes a draft'),
  }),
  aliases: { content: 'markdown', text: 'markdown', doc_id: 'id', document_id: 'id' },
  output: z.object({
    outcome: outcomeSchema,
    message: z.string(),
    document: documentOutline,
    changed: z.array(z.string()).describe('Fields that took effect'),
    change_request_id: z.string().optional(),
    diff: z.string().optional().describe('With dry_run'),
    warnings: warningsSchema,
  }),
  async run(call, { markdown, mode, find, section, allow_shrink, publish, ...rest }) {
    const edit = editOf(markdown, { mode, find, section, allow_shrink });
    const result = await call.perform(updateDocument, {
      ...rest,
      ...(edit && { edit }),
      ...(publish === true ? { status: 'published' as const } : {}),
    });
    const warnings = result.text === undefined ? [] : await call.warningsOf(result.text);
    const message = `${describeOutcome(result)}${warningsSentence(warnings)}`;
    const data = {
      outcome: outcomeOf(result),
      message,
      document: documentMetadata(result.document),
      changed: result.changed,
      ...(result.pending && { change_request_id: result.change_request_id }),
      ...(result.preview && { diff: result.preview.diff }),
      ...(warnings.length > 0 && { warnings }),
    };
    const { diff, ...copy } = data;
    return diff === undefined ? { data, texts: [message] } : { data, texts: [message, diff], copy };
  },
});

type Result = z.input<typeof updateDocument.output>;

/** How a text is to be changed; saying how without saying to what is a mistake. */
function editOf(markdown: string | undefined, how: Omit<Edit, 'markdown'>): Edit | undefined {
  if (markdown !== undefined) return { markdown, ...how };
  const named = Object.entries(how).find(([, value]) => value !== undefined)?.[0];
  if (named === undefined) return undefined;
  throw badRequest(`markdown: is required with ${named}.`, {
    hint: 'Send the new text in markdown; an empty one removes the old.',
  });
}

function outcomeOf({ pending, changed, document, preview }: Result): z.infer<typeof outcomeSchema> {
  if (preview) return 'dry_run';
  if (pending) return document.status === 'published' ? 'queued' : 'publishing_waits';
  return changed.length > 0 ? 'applied' : 'unchanged';
}

function describeOutcome(result: Result): string {
  const { document, changed } = result;
  const name = `“${document.title}” (${document.id})`;
  if (result.preview) return describePreview(name, result.preview, result);
  if (result.pending) {
    return `${name} is at version ${document.version}. ${result.message} Change request: ${result.change_request_id}.`;
  }
  return changed.length > 0
    ? `Applied as version ${document.version} of ${name}, ${document.status}. Changed: ${changed.join(', ')}.`
    : `Nothing changed: ${name} is like that already, at version ${document.version}.`;
}

function describePreview(name: string, { waits, loss }: Preview, { changed, document }: Result): string {
  const stands = `Dry run: nothing was changed; ${name} is at version ${document.version}.`;
  if (changed.length === 0) return `${stands} The change would change nothing.`;
  const review = waits ? ' It would wait for review.' : '';
  const refused =
    loss === undefined ? '' : ` It would remove ${loss}, and is refused without allow_shrink: true.`;
  return `${stands} It would change: ${changed.join(', ')}.${review}${refused}`;
}
