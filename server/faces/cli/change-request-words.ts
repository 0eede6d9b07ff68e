import type { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import type { readChangeRequest } from '../../operations/change-requests/read.ts';
import type { ChangeRequestSummary } from '../../operations/change-requests/view.ts';
import { plural, shortTime } from './output.ts';

type ChangeRequest = z.output<typeof readChangeRequest.output>;

/** What a request changes, and what its reviewer should know first, as one cell of a list. */
export function changesOf({ proposed, changes_content, moved_on, document }: ChangeRequestSummary): string {
  const { status, ...fields } = proposed;
  const changes = [
    ...(status === undefined ? [] : [status === 'published' ? 'publish' : 'unpublish']),
    ...Object.keys(fields),
    ...(changes_content ? ['text'] : []),
  ].join(', ');
  const remarks = [
    ...(document.trashed ? ['document in the Trash'] : []),
    ...(moved_on ? ['document moved on'] : []),
  ].join(', ');
  return remarks === '' ? changes : `${changes} (${remarks})`;
}

/** What became of a request: `pending`, `rejected by ada`, `superseded by cr_…`. */
export function decisionOf({ state, decided_by: by, superseded_by: newer }: ChangeRequestSummary): string {
  const who = state === 'superseded' ? newer : by?.username;
  return who === null || who === undefined ? state : `${state} by ${who}`;
}

/**
 * A change request with what it changes, and what its reviewer can do when the document has moved on.
 *
 * @param where the option that names the workspace's folder, for commands to copy; empty for the usual one.
 */
export function describeChangeRequest(request: ChangeRequest, where: string): string {
  const { id, state, author, document, note, diff } = request;
  return [
    `${id}, ${state}, by ${author.username} via ${author.via}, ${shortTime(request.created_at)}`,
    `Document: ${document.title} (${document.id}, version ${document.version})`,
    ...trashWords(request),
    ...Object.entries(request.proposed).map(([field, value]) => `Sets ${field}: ${JSON.stringify(value)}`),
    ...(note === '' ? [] : [`Note: ${note}`]),
    ...decision(request),
    ...(diff === '' ? [] : ['', diff.trimEnd()]),
    ...(request.moved_on ? ['', ...movedOn(request, where)] : []),
    ...textToPublish(request),
  ].join('\n');
}

function trashWords({ document, state }: ChangeRequest): string[] {
  if (!document.trashed) return [];
  const advice = state === 'pending' ? ' Take it out in the app under Trash, or reject the request.' : '';
  return [`The document is in the Trash.${advice}`];
}

function decision(request: ChangeRequest): string[] {
  const { state, decided_at: at, comment } = request;
  if (state === 'pending') return [];
  const words = decisionOf(request);
  return [
    `${words.charAt(0).toUpperCase()}${words.slice(1)}${at === null ? '' : `, ${shortTime(at)}`}`,
    ...(comment === '' ? [] : [`Comment: ${comment}`]),
  ];
}

/**
 * Nobody but its editors has seen the text of a draft: whoever decides on publishing it reads all of it, not only what
 * the request itself changes. With conflicts there is no such text yet; they are shown instead.
 */
function textToPublish(request: ChangeRequest): string[] {
  const { state, proposed, current, merged, current_content: live, text_conflicts: conflicts } = request;
  if (proposed.status !== 'published' || conflicts > 0) return [];
  const isPending = state === 'pending';
  const text = isPending ? (merged ?? live ?? '') : (request.content ?? request.base_content);
  const title = proposed.title ?? current.title;
  const heading = isPending
    ? 'What would be published:'
    : `The text that it was about, as of version ${request.base_version}:`;
  return ['', heading, '', ...indented(title), '', ...indented(text.trim() === '' ? '(no text)' : text)];
}

/** Set off, so that no line of a text is taken for one of ours. */
function indented(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`));
}

function movedOn(request: ChangeRequest, where: string): string[] {
  const { id, base_version, document, text_conflicts: conflicts, field_conflicts: fields } = request;
  const approve = `  ${COMMAND} review approve ${id} --confirm-version ${document.version}`;
  const since = `The document has changed since: the request was written against version ${base_version}.`;
  const fieldWords = fields.length === 0 ? [] : [`Changed on both sides: ${fields.join(', ')}.`];
  if (conflicts === 0) {
    const outcome =
      fields.length === 0 ? 'Both changes fit together.' : 'Approving sets what the request says.';
    return [since, ...fieldWords, `${outcome} To approve:`, approve + where];
  }
  return [
    since,
    ...fieldWords,
    `${plural(conflicts, 'passage was', 'passages were')} changed on both sides, marked in the merged text:`,
    '',
    (request.merged ?? '').trimEnd(),
    '',
    'To approve, write the merged text to a file, settle what is marked there, and send it:',
    `  ${COMMAND} review show ${id} --merged${where} > merged.md`,
    `${approve} --content-file merged.md${where}`,
  ];
}
