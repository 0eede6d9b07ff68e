import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { textSchema } from '../../domain/text.ts';
import { defineOperation } from '../define.ts';
import { authorizeDecision, requirePending, stageDecision } from './decide.ts';
import { changeRequestSummarySchema, loadChangeRequest, presentChangeRequest } from './view.ts';

/** Turns a queued change down; the comment tells the author why. */
export const rejectChangeRequest = defineOperation({
  name: 'change_requests.reject',
  summary: 'Reject a change request',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint:
    'An approver decides in the app under Review queue, or at the machine with the command `review`.',
  input: z.strictObject({
    id: idSchema('change_request'),
    comment: textSchema(2000).trim().min(1).describe('Why; the author reads it'),
  }),
  output: z.object({ change_request: changeRequestSummarySchema }),
  run(context, { id, comment }) {
    const loaded = loadChangeRequest(context, id);
    authorizeDecision(context, loaded);
    requirePending(loaded.request);
    const decided = stageDecision(context, loaded.request, { state: 'rejected', comment });
    return { change_request: presentChangeRequest(context, decided, loaded.document) };
  },
});
