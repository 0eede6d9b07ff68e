import type { ChangeRequestHead, ProposedFields } from '../../domain/change-request.ts';
import type { DocumentHead, Version } from '../../domain/document.ts';
import { mergeText } from '../../domain/merge.ts';
import { pause } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { loadVersion } from '../versions/load.ts';

export interface MergedRequest {
  base: Version;
  /** The text that was proposed, or undefined when the request leaves the text alone. */
  proposed: string | undefined;
  live: string;
  /** The text that approving would store, with conflict markers where both sides changed a passage. */
  merged: string | undefined;
  textConflicts: number;
  /** Proposed fields that have been changed otherwise since the request was written. */
  fieldConflicts: (keyof ProposedFields)[];
}

/**
 * A request against the document as it stands now: three-way, with the version it was written against as base.
 * Waits for a turn of its own: what long texts cost must not come on top of what came before.
 */
export async function mergeRequest(
  context: OperationContext,
  request: ChangeRequestHead,
  document: DocumentHead,
): Promise<MergedRequest> {
  const [base, live, proposed] = await Promise.all([
    loadVersion(context, document.id, request.base_version),
    context.tx.documents.content(document.id),
    request.has_content ? context.tx.change_requests.content(request.id) : undefined,
  ]);
  await pause();
  const merge = proposed === undefined ? undefined : mergeText(base.content, live, proposed);
  return {
    base,
    proposed,
    live,
    merged: merge?.text,
    textConflicts: merge?.conflicts ?? 0,
    fieldConflicts: fieldConflicts(request.fields, base, document),
  };
}

function fieldConflicts(
  fields: ProposedFields,
  base: Version,
  document: DocumentHead,
): (keyof ProposedFields)[] {
  const current: Required<ProposedFields> = document;
  const before: Required<ProposedFields> = base;
  const names: (keyof ProposedFields)[] = [
    'title',
    'summary',
    'tags',
    'type',
    'status',
    'space_id',
    'parent_id',
  ];
  return names.filter((name) => {
    if (fields[name] === undefined) return false;
    const live = JSON.stringify(current[name]);
    return live !== JSON.stringify(before[name]) && live !== JSON.stringify(fields[name]);
  });
}
