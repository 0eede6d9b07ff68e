import { z } from 'zod';
import type { ChangeRequestHead, ProposedFields } from '../../domain/change-request.ts';
import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { mayChangeAtOnce } from '../../policies/documents.ts';
import { queueChange } from '../change-requests/queue.ts';
import type { OperationContext } from '../define.ts';
import { checkSubPagesMayMove, stageChange, subPagesKey, type StagedChange } from './stage-change.ts';
import { documentSchema, presentDocument } from './view.ts';

/** What became of a change: in force, or waiting in the review queue (specification, states). */
export const changeOutcomeSchema = z.discriminatedUnion('pending', [
  z.object({ pending: z.literal(false), document: documentSchema, changed: z.array(z.string()) }),
  z.object({
    pending: z.literal(true),
    change_request_id: z.string(),
    message: z.string(),
    document: documentSchema.describe('The document as it stands now'),
    changed: z.array(z.string()).describe('Fields that took effect at once'),
  }),
]);

export type ChangeOutcome = z.infer<typeof changeOutcomeSchema>;

const CHANGE_WAITS =
  'The document is published and your change goes through review: it is in the review queue, and the live text is unchanged until an approver decides.';
const PUBLISHING_WAITS =
  'Your text is saved in the draft. Publishing goes through review: the request is in the review queue until an approver decides.';

/**
 * Applies a change, or queues it, or, when only the publishing of a draft needs review, does both: the text
 * applies at once and the publish request is queued. A change of nothing changes nothing.
 */
export async function applyOrQueue(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  change: StagedChange,
): Promise<ChangeOutcome> {
  const changed = changedNames(change);
  const target = { type: 'document', id: document.id };
  if (changed.length === 0) {
    const content = await context.tx.documents.content(document.id);
    context.record(target, { details: { unchanged: true } });
    return { pending: false, document: presentDocument(context, document, content), changed };
  }
  if (change.fields.space_id !== undefined) checkSubPagesMayMove(context, document);
  claimParents(context, document, change.fields);
  if (takesEffect(context, document, space, change.fields)) {
    const { head, content } = await stageChange(context, document, change);
    context.record(target, { details: { version: head.version, changed: changed.join(', ') } });
    return { pending: false, document: presentDocument(context, head, content), changed };
  }
  return document.status === 'published'
    ? queueWhole(context, document, space, change)
    : applyThenQueuePublishing(context, document, space, change);
}

/** Both where the document is and where it would be must allow the change (security A5). */
export function takesEffect(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  fields: ProposedFields,
): boolean {
  const destination = fields.space_id === undefined ? space : context.tx.spaces.get(fields.space_id);
  const status = { before: document.status, after: fields.status ?? document.status };
  const mode = context.settings.approval_mode;
  return (
    destination !== undefined &&
    mayChangeAtOnce(context, space, mode, status).allowed &&
    mayChangeAtOnce(context, destination, mode, status).allowed
  );
}

async function queueWhole(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  change: StagedChange,
): Promise<ChangeOutcome> {
  const { request, earlier } = await queueChange(context, document, space, change);
  const content = await context.tx.documents.content(document.id);
  const message = CHANGE_WAITS + replacing(earlier, request, change);
  return queued(context, request.id, message, presentDocument(context, document, content), []);
}

async function applyThenQueuePublishing(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  change: StagedChange,
): Promise<ChangeOutcome> {
  const { status: _publish, ...rest } = change.fields;
  const applied = { ...change, fields: rest };
  const changed = changedNames(applied);
  const { head, content } =
    changed.length > 0
      ? await stageChange(context, document, applied)
      : { head: document, content: await context.tx.documents.content(document.id) };
  const destination = context.tx.spaces.get(head.space_id) ?? space;
  const publishing: StagedChange = { fields: { status: 'published' }, content: undefined, note: change.note };
  const { request, earlier } = await queueChange(context, head, destination, publishing);
  const message = PUBLISHING_WAITS + replacing(earlier, request, publishing);
  return queued(context, request.id, message, presentDocument(context, head, content), changed);
}

/** What became of the request that a newer one of the same person supersedes, as a sentence; '' without one. */
function replacing(
  earlier: ChangeRequestHead | undefined,
  request: ChangeRequestHead,
  change: StagedChange,
): string {
  if (!earlier) return '';
  const asked = new Set(changedNames(change));
  const proposed = { fields: request.fields, content: request.has_content ? '' : undefined };
  const carried = changedNames(proposed).filter((name) => !asked.has(name));
  const more = carried.length === 0 ? '' : ` and carries over what that one proposed: ${carried.join(', ')}`;
  return ` It replaces your request ${earlier.id}${more}.`;
}

function queued(
  context: OperationContext,
  requestId: string,
  message: string,
  document: z.infer<typeof documentSchema>,
  changed: string[],
): ChangeOutcome {
  context.record(
    { type: 'document', id: document.id },
    { result: 'queued', details: { change_request_id: requestId, version: document.version } },
  );
  return { pending: true, change_request_id: requestId, message, document, changed };
}

const FIELD_NAMES: Record<keyof ProposedFields, string> = {
  title: 'title',
  summary: 'summary',
  tags: 'tags',
  type: 'type',
  status: 'status',
  space_id: 'space',
  parent_id: 'parent',
};

/** What a change touches, as callers call it. */
export function changedNames({ fields, content }: Pick<StagedChange, 'fields' | 'content'>): string[] {
  const names = Object.entries(FIELD_NAMES).filter(([key]) => key in fields);
  return [...(content === undefined ? [] : ['content']), ...names.map(([, name]) => name)];
}

/** Whoever gives a page another parent takes part in what both parents' sub-pages are. */
export function claimParents(
  context: OperationContext,
  document: DocumentHead,
  fields: ProposedFields,
): void {
  if (fields.parent_id === undefined && fields.space_id === undefined) return;
  if (document.parent_id !== null) context.tx.claim(subPagesKey(document.parent_id));
  if (fields.parent_id) context.tx.claim(subPagesKey(fields.parent_id));
}
