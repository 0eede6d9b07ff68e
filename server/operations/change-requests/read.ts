import { z } from 'zod';
import { unifiedDiff } from '../../domain/diff.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { mayDecide, mayWithdraw } from '../../policies/change-requests.ts';
import { pause } from '../../sliced-work.ts';
import { defineOperation } from '../define.ts';
import { credentialId } from '../people.ts';
import { mergeRequest } from './merge.ts';
import {
  changeRequestSummarySchema,
  loadChangeRequest,
  presentChangeRequest,
  proposedSchema,
} from './view.ts';

const currentSchema = proposedSchema.required();

/** One change request with the proposed text, what it changes, and how it meets the text as it stands now. */
export const readChangeRequest = defineOperation({
  name: 'change_requests.read',
  summary: 'Read a change request',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ id: idSchema('change_request') }),
  output: changeRequestSummarySchema.extend({
    content: z.string().nullable().describe('The proposed text'),
    diff: z.string().describe('Unified diff from the base version to the proposed text'),
    merged: z
      .string()
      .nullable()
      .describe('The text that approving would store, with conflict markers if any'),
    base_content: z.string().describe('The text that it was written against'),
    current_content: z
      .string()
      .nullable()
      .describe('The text as it stands now, while the request is pending'),
    current: currentSchema.describe('The fields as they stand now'),
    text_conflicts: z.int().describe('Passages that both sides changed differently'),
    field_conflicts: z.array(z.string()),
    can_decide: z.boolean().describe('Whether you may approve or reject it'),
    can_withdraw: z.boolean().describe('Whether you may take it back'),
  }),
  async run(context, { id }) {
    const { request, document, space } = loadChangeRequest(context, id);
    const isPending = request.state === 'pending';
    const { base, live, proposed, merged, textConflicts, fieldConflicts } = await mergeRequest(
      context,
      request,
      document,
    );
    context.record({ type: 'change_request', id: request.id });
    await pause();
    const names = { before: `version ${request.base_version}`, after: 'proposed' };
    return {
      ...presentChangeRequest(context, request, document),
      content: proposed ?? null,
      base_content: base.content,
      current_content: isPending ? live : null,
      current: currentFields(document, space.slug),
      diff: proposed === undefined ? '' : unifiedDiff(base.content, proposed, names),
      merged: isPending ? (merged ?? null) : null,
      text_conflicts: isPending ? textConflicts : 0,
      field_conflicts: isPending ? fieldConflicts : [],
      can_decide: isPending && mayDecide(context.user, credentialId(context), request, space).allowed,
      can_withdraw: isPending && mayWithdraw(context.user, request).allowed,
    };
  },
});

function currentFields(document: DocumentHead, space: string): z.infer<typeof currentSchema> {
  const { title, summary, tags, type, status, parent_id: parent } = document;
  return { title, summary, tags, type, status, space, parent };
}
