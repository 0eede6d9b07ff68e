import { z } from 'zod';
import { unifiedDiff } from '../../domain/diff.ts';
import { idSchema } from '../../domain/identifier.ts';
import { pause } from '../../sliced-work.ts';
import { defineOperation } from '../define.ts';
import { mergeRequest } from './merge.ts';
import { changeRequestSummarySchema, loadChangeRequest, presentChangeRequest } from './view.ts';

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
    text_conflicts: z.int().describe('Passages that both sides changed differently'),
    field_conflicts: z.array(z.string()),
  }),
  async run(context, { id }) {
    const { request, document } = loadChangeRequest(context, id);
    const { base, proposed, merged, textConflicts, fieldConflicts } = await mergeRequest(
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
      diff: proposed === undefined ? '' : unifiedDiff(base.content, proposed, names),
      merged: request.state === 'pending' ? (merged ?? null) : null,
      text_conflicts: request.state === 'pending' ? textConflicts : 0,
      field_conflicts: request.state === 'pending' ? fieldConflicts : [],
    };
  },
});
