import { z } from 'zod';
import type { ChangeRequestHead } from '../../domain/change-request.ts';
import { contentSchema, type DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { firstConflictMarker } from '../../domain/merge.ts';
import type { Space } from '../../domain/space.ts';
import { textSchema } from '../../domain/text.ts';
import { AppError, badRequest, conflict } from '../../errors.ts';
import { isReviewer } from '../../policies/change-requests.ts';
import { authorize, denied } from '../../policies/decision.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { claimParents } from '../documents/apply-or-queue.ts';
import { missing } from '../documents/load.ts';
import { checkParent } from '../documents/parent.ts';
import { stageChange } from '../documents/stage-change.ts';
import { documentSchema, presentDocument } from '../documents/view.ts';
import { authorizeDecision, requirePending, stageDecision } from './decide.ts';
import { mergeRequest, type MergedRequest } from './merge.ts';
import { changeRequestSummarySchema, loadChangeRequest, presentChangeRequest } from './view.ts';

/**
 * Applies a queued change. When the document has moved on since the change was written, the reviewer sees a
 * three-way merge first and confirms the version that they saw; passages that both sides changed are never
 * overwritten silently: the reviewer sends the text that settles them (decisions, "Change request").
 */
export const approveChangeRequest = defineOperation({
  name: 'change_requests.approve',
  summary: 'Approve a change request',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint:
    'An approver decides in the app under Review queue, or at the machine with the command `review`.',
  input: z.strictObject({
    id: idSchema('change_request'),
    comment: textSchema(2000).default(''),
    confirm_version: z.int().min(1).optional().describe('The document’s version that you have compared with'),
    resolved_content: contentSchema.optional().describe('The text that settles the conflicts'),
  }),
  output: z.object({ change_request: changeRequestSummarySchema, document: documentSchema }),
  async run(context, { id, comment, confirm_version, resolved_content }) {
    const loaded = loadChangeRequest(context, id);
    const { request, document } = loaded;
    authorizeDecision(context, loaded);
    requirePending(request);
    if (document.trashed)
      throw conflict('The document is in the Trash.', {
        hint: 'Take it out of the Trash first, or reject the request.',
      });
    const destination = authorizeDestination(context, request, loaded.space);
    const { parent_id: parentId } = request.fields;
    if (parentId) checkParent(context, parentId, destination, document.id); // pages may have moved since it was queued
    claimParents(context, document, request.fields);
    const merge = await mergeRequest(context, request, document);
    if (document.version !== request.base_version) requireConfirmation(document, merge, confirm_version);
    if (merge.textConflicts > 0) requireSettled(document, merge, resolved_content);
    else if (resolved_content !== undefined) throw nothingToSettle();
    const { head, content } = await stageChange(context, document, {
      fields: request.fields,
      content: resolved_content ?? merge.merged,
      note: request.note,
      by: request.author,
      ...(request.undoes !== undefined && { undoes: request.undoes }),
    });
    const decided = stageDecision(context, request, { state: 'approved', comment });
    return {
      change_request: presentChangeRequest(context, decided, head),
      document: presentDocument(context, head, content),
    };
  },
});

/** Without a conflict the text is the author's own: a reviewer's text must not be stored in the author's name. */
function nothingToSettle(): AppError {
  return badRequest('resolved_content: there is no conflict to settle', {
    hint: 'Approve without it, and change the document afterwards in your own name.',
  });
}

/** A move must be allowed where it leads, too (security A5). */
function authorizeDestination(context: OperationContext, request: ChangeRequestHead, source: Space): Space {
  if (request.fields.space_id === undefined) return source;
  const destination = context.tx.spaces.get(request.fields.space_id);
  if (!destination) throw missing(context, 'space');
  if (!isReviewer(context.user, destination)) {
    authorize(denied(`You have no approver rights in the space ${destination.slug} that it moves to.`));
  }
  return destination;
}

function requireConfirmation(
  document: DocumentHead,
  merge: MergedRequest,
  confirmed: number | undefined,
): void {
  if (confirmed === document.version) return;
  throw new AppError('needs_confirmation', 'The document has changed since this request was written.', {
    hint: `Read the request, compare, and approve with confirm_version ${document.version}.`,
    details: {
      base_version: merge.base.version,
      current_version: document.version,
      text_conflicts: merge.textConflicts,
      field_conflicts: merge.fieldConflicts,
      merged: merge.merged ?? null,
    },
  });
}

function requireSettled(document: DocumentHead, merge: MergedRequest, resolved: string | undefined): void {
  if (resolved === undefined) throw unresolved(document, merge);
  const line = firstConflictMarker(resolved);
  if (line === undefined) return;
  throw badRequest(`resolved_content: line ${line} still is a conflict marker`, {
    hint: 'Settle every marked passage and take the markers out.',
  });
}

function unresolved(document: DocumentHead, merge: MergedRequest): AppError {
  const passages = merge.textConflicts === 1 ? '1 passage was' : `${merge.textConflicts} passages were`;
  return conflict(`${passages} changed both here and in the document.`, {
    hint: `Settle the marked passages and approve with confirm_version ${document.version} and resolved_content.`,
    details: {
      current_version: document.version,
      text_conflicts: merge.textConflicts,
      merged: merge.merged ?? null,
    },
  });
}
