import type { ChangeRequestHead } from '../../domain/change-request.ts';
import { AppError } from '../../errors.ts';
import { loadChangeRequest } from '../change-requests/view.ts';
import type { Undoing } from './report.ts';

/**
 * Withdraws what a sitting put into the review queue and nobody has decided yet. What the person had proposed before,
 * and the sitting's request took the place of, waits again.
 */
export function undoRequests(undoing: Undoing, documentIds: Iterable<string>): void {
  for (const documentId of documentIds) {
    const requests = undoing.context.services.views.changeRequestsFor(documentId);
    for (const { id, author } of requests) {
      if (author.sitting === undoing.sitting.id) undoRequest(undoing, id, requests);
    }
  }
}

function undoRequest(undoing: Undoing, id: string, others: readonly ChangeRequestHead[]): void {
  const { context, sitting } = undoing;
  const known = context.tx.change_requests.get(id);
  if (known?.state !== 'pending' && known?.state !== 'superseded') return;
  try {
    const { request, document } = loadChangeRequest(context, id);
    if (request.state === 'superseded') sayWhereItWent(undoing, request, document.title);
    else withdraw(undoing, request, document.title, replacedBy(request, others, sitting.id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    undoing.about('change_request', id).left.push(error.message);
  }
}

function withdraw(
  undoing: Undoing,
  request: ChangeRequestHead,
  title: string,
  earlier: ChangeRequestHead | undefined,
): void {
  const { context, budget } = undoing;
  const decision = { decided_at: context.now, decided_by: context.user.id };
  context.tx.change_requests.put({ ...request, ...decision, state: 'withdrawn' });
  const report = undoing.about('change_request', request.id);
  report.title = title;
  report.did.push('Withdrawn from review.');
  budget.records -= 1;
  const current = earlier && context.tx.change_requests.get(earlier.id);
  if (current?.state !== 'superseded') return;
  context.tx.change_requests.put({ ...current, state: 'pending', decided_at: null, superseded_by: null });
  report.did.push(`The change request ${current.id}, which it had replaced, waits for review again.`);
}

/** The last request that is not of this sitting among those that a request has taken the place of. */
function replacedBy(
  request: ChangeRequestHead,
  others: readonly ChangeRequestHead[],
  sittingId: string,
): ChangeRequestHead | undefined {
  let found: ChangeRequestHead | undefined = request;
  for (let steps = 0; found?.author.sitting === sittingId && steps < others.length; steps += 1) {
    const { id: newer }: ChangeRequestHead = found;
    found = others.find(({ superseded_by: replacement }) => replacement === newer);
  }
  return found?.author.sitting === sittingId ? undefined : found;
}

/** A newer request of the person's own carries on what this one proposed. */
function sayWhereItWent(undoing: Undoing, request: ChangeRequestHead, title: string): void {
  const { tx } = undoing.context;
  const newer = request.superseded_by === null ? undefined : tx.change_requests.get(request.superseded_by);
  if (newer?.state !== 'pending' || newer.author.sitting === undoing.sitting.id) return;
  const report = undoing.about('change_request', request.id);
  report.title = title;
  report.left.push(`What it proposed may have gone into ${newer.id}, which waits for review.`);
}
