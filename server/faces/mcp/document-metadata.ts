import type { DocumentView } from '../../operations/documents/view.ts';

/** A document's metadata, for replies where its text stands elsewhere or is known to the caller. */
export function documentMetadata<Document extends { content: string }>(
  document: Document,
): Omit<Document, 'content'> {
  const { content: _content, ...metadata } = document;
  return metadata;
}

type Origin = DocumentView['updated_by'];

/** "Where each text came from": who changed it last and through what, and who began it when that was not the same. */
export function originSentence({
  updated_by: changed,
  created_by: created,
  updated_at: at,
  version,
}: Pick<DocumentView, 'updated_by' | 'created_by' | 'updated_at' | 'version'>): string {
  const day = at.slice(0, 10);
  if (version === 1) return `Created ${wordsOf(changed)}, ${day}.`;
  const begun = created === null || isSame(created, changed) ? '' : ` Created ${wordsOf(created)}.`;
  return `Last changed ${wordsOf(changed)}, ${day}.${begun}`;
}

/** Names are data that somebody chose: they stand in quotation marks. */
function wordsOf({ name, via, client, sitting }: Origin): string {
  const through = client === null ? '' : ` through “${client}”`;
  const of = sitting === null ? '' : `, sitting ${sitting}`;
  return `by “${name}”${through} (${WAYS_IN[via]}${of})`;
}

const WAYS_IN: Readonly<Record<Origin['via'], string>> = {
  mcp: 'connector',
  rest: 'REST',
  app: 'app',
  cli: 'command line',
  upload: 'upload link',
  import: 'import',
  system: 'the program itself',
};

function isSame(left: Origin, right: Origin): boolean {
  return left.id === right.id && left.via === right.via && left.client === right.client;
}
