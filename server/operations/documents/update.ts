import { z } from 'zod';
import type { ChangeRequestHead, ProposedFields } from '../../domain/change-request.ts';
import {
  contentSchema,
  documentStatusSchema,
  documentTypeSchema,
  noteSchema,
  summarySchema,
  tagsSchema,
  titleSchema,
  type DocumentHead,
} from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { slugSchema, type Space } from '../../domain/space.ts';
import { badRequest, NothingToChange } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayEdit, mayProposeChange } from '../../policies/documents.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { applyOrQueue, changeOutcomeSchema, takesEffect } from './apply-or-queue.ts';
import { applyEdit, editSchema, type Edit } from './edit.ts';
import { expectVersion, loadDocument, loadSpace } from './load.ts';
import { checkParent } from './parent.ts';
import { previewChange, previewSchema } from './preview.ts';
import { describeLoss, refuseLoss } from './shrink.ts';
import { waitingText } from './waiting-text.ts';

export const documentChangesSchema = z.strictObject({
  title: titleSchema.optional(),
  content: contentSchema.optional(),
  summary: summarySchema.optional(),
  tags: tagsSchema.optional(),
  type: documentTypeSchema.optional(),
  status: documentStatusSchema.optional(),
  space: slugSchema.optional().describe('Moves the document, with its sub-pages, to this space'),
  parent: idSchema('document')
    .nullable()
    .optional()
    .describe('Id of the page to nest it under; null for the top level'),
});

export type DocumentChanges = z.infer<typeof documentChangesSchema>;

/** Changes a document, publishes it or moves it; what must be reviewed waits as a change request. */
export const updateDocument = defineOperation({
  name: 'documents.update',
  summary: 'Change a document',
  scope: 'write',
  effect: 'destructive',
  trust: 'drafts',
  input: z.strictObject({
    id: idSchema('document'),
    ...documentChangesSchema.shape,
    note: noteSchema.default(''),
    expected_version: z.int().min(1).optional().describe('Refuse when the document is at another version'),
    edit: editSchema.optional().describe('Changes the text that is there, instead of content'),
    dry_run: z.boolean().default(false).describe('Answer the difference and change nothing'),
  }),
  output: changeOutcomeSchema.and(
    z.object({
      text: z.string().optional().describe('The new text, also where it waits; absent when it stays'),
      preview: previewSchema.optional().describe('Of a dry run, after which nothing is changed'),
    }),
  ),
  async run(context, { id, note, expected_version, content, edit, dry_run, ...changes }) {
    const { document, space } = loadDocument(context, id);
    const status = { before: document.status, after: changes.status ?? document.status };
    authorize(mayProposeChange(context, space, status));
    expectVersion(document, expected_version);
    if (content !== undefined && edit !== undefined) {
      throw badRequest('content and edit: both say what the text becomes.', { hint: 'Send one of them.' });
    }
    if ((content ?? edit) === undefined && Object.values(changes).every((value) => value === undefined)) {
      throw new NothingToChange();
    }
    const destination = changes.space === undefined ? space : loadSpace(context, changes.space);
    authorize(mayEdit(context, destination));
    const fields = changedFields(context, document, destination, changes);
    const waiting =
      edit === undefined || takesEffect(context, document, space, fields)
        ? undefined
        : waitingText(context, document);
    const { text, loss } = await changedText(context, waiting ?? document, content, edit);
    const change = { fields, content: text, note, ...(waiting && { buildsOn: waiting.id }) };
    const more = text === undefined ? {} : { text };
    if (dry_run) return { ...(await previewChange(context, document, space, change, loss)), ...more };
    if (loss !== undefined) throw refuseLoss(loss);
    return { ...(await applyOrQueue(context, document, space, change)), ...more };
  },
});

/** The named fields whose values differ from the document's. */
function changedFields(
  context: OperationContext,
  document: DocumentHead,
  destination: Space,
  { space: _space, parent, ...values }: Omit<DocumentChanges, 'content'>,
): ProposedFields {
  const fields: ProposedFields = {};
  if (values.title !== undefined && values.title !== document.title) fields.title = values.title;
  if (values.summary !== undefined && values.summary !== document.summary) fields.summary = values.summary;
  if (values.type !== undefined && values.type !== document.type) fields.type = values.type;
  if (values.status !== undefined && values.status !== document.status) fields.status = values.status;
  if (values.tags !== undefined && !sameTags(values.tags, document.tags)) fields.tags = values.tags;
  const isMoving = destination.id !== document.space_id;
  if (isMoving) fields.space_id = destination.id;
  if (parent === undefined) return fields;
  const parentId = parent === null ? null : checkParent(context, parent, destination, document.id);
  if (isMoving || parentId !== document.parent_id) fields.parent_id = parentId;
  return fields;
}

function sameTags(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((tag, index) => tag === right[index]);
}

interface ChangedText {
  /** Undefined when the text stays as it is. */
  text: string | undefined;
  /** What an edit would lose without having been told that it may. */
  loss: string | undefined;
}

/** Read and changed inside the transaction: an edit lands on the text that it is committed to, whoever came first. */
async function changedText(
  context: OperationContext,
  base: DocumentHead | ChangeRequestHead,
  content: string | undefined,
  edit: Edit | undefined,
): Promise<ChangedText> {
  if ((content ?? edit) === undefined) return { text: undefined, loss: undefined };
  const { documents, change_requests: requests } = context.tx;
  const current = await ('document_id' in base ? requests.content(base.id) : documents.content(base.id));
  const text = edit === undefined ? content : await applyEdit(current, edit);
  if (text === undefined || text === current) return { text: undefined, loss: undefined };
  const isGuarded = edit !== undefined && edit.allow_shrink !== true;
  return { text, loss: isGuarded ? await describeLoss(current, text) : undefined };
}
