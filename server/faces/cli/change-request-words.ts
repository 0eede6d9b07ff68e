import type { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import type { readChangeRequest } from '../../operations/change-requests/read.ts';
import { plural, shortTime } from './output.ts';

type ChangeRequest = z.output<typeof readChangeRequest.output>;

/** The fields that a request changes, as one cell of a list. */
export function changesOf(request: {
  proposed: object;
  changes_content: boolean;
  moved_on: boolean;
}): string {
  const fields = [...Object.keys(request.proposed), ...(request.changes_content ? ['text'] : [])].join(', ');
  return request.moved_on ? `${fields} (document moved on)` : fields;
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
    ...Object.entries(request.proposed).map(([field, value]) => `Sets ${field}: ${JSON.stringify(value)}`),
    ...(note === '' ? [] : [`Note: ${note}`]),
    ...(diff === '' ? [] : ['', diff.trimEnd()]),
    ...(request.moved_on ? ['', ...movedOn(request, where)] : []),
  ].join('\n');
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
