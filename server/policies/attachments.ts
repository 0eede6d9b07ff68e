import type { DocumentHead } from '../domain/document.ts';
import type { Settings } from '../domain/settings.ts';
import type { Space } from '../domain/space.ts';
import type { Acting } from './acting.ts';
import { denied, type Decision } from './decision.ts';
import { mayChangeAtOnce, mayEdit, mayProposeChange } from './documents.ts';

/**
 * Attaching needs the right to edit the document; it shows nothing to its readers yet (decisions, "Images on published
 * pages, strict mode").
 */
export function mayAttach(acting: Acting, document: DocumentHead, space: Space): Decision {
  return mayProposeChange(acting, space, { before: document.status, after: document.status });
}

/** Deleting takes a picture away from readers at once, so on a published page it is for those who may publish. */
export function mayDeleteAttachment(
  acting: Acting,
  document: DocumentHead,
  space: Space,
  approvalMode: Settings['approval_mode'],
): Decision {
  const status = { before: document.status, after: document.status };
  const decision = mayChangeAtOnce(acting, space, approvalMode, status);
  if (decision.allowed || !mayEdit(acting, space).allowed) return decision;
  return denied(
    'In this workspace deleting an image of a published document is for approvers.',
    'Take it out of the text, which goes through review, or ask an approver or an admin to delete it.',
  );
}
