/** What people call what happened, by operation: only what is worth a line on Home. */
const EVENT_WORDS: ReadonlyMap<string, string> = new Map([
  ['workspace.add_sample', 'added the sample pages'],
  ['documents.create', 'wrote a page'],
  ['documents.update', 'changed a page'],
  ['documents.trash', 'moved a page to the Trash'],
  ['documents.import', 'imported pages'],
  ['backup.create', 'made a backup'],
  ['backup.restore', 'restored a backup into a new folder'],
  ['markdown_files.download', 'downloaded Markdown files'],
  ['markdown_files.export', 'exported Markdown files'],
  ['trash.restore', 'restored a page'],
  ['trash.purge', 'deleted a page for ever'],
  ['versions.restore', 'went back to an earlier version'],
  ['change_requests.approve', 'approved a change'],
  ['change_requests.reject', 'rejected a change'],
  ['change_requests.withdraw', 'withdrew a change'],
  ['attachments.add', 'added a file'],
  ['attachments.add_image', 'added a picture'],
  ['upload_links.create', 'made an upload link'],
  ['upload_links.send', 'sent a picture from a phone'],
  ['connected_apps.connect', 'connected an app'],
  ['connected_apps.deny', 'refused an app'],
  ['connected_apps.disconnect', 'disconnected an app'],
  ['tokens.create', 'made an API token'],
  ['tokens.revoke', 'revoked an API token'],
  ['users.create', 'added a person'],
  ['users.invite', 'invited somebody'],
  ['users.update', 'changed a person'],
  ['spaces.create', 'made a space'],
  ['spaces.update', 'changed a space'],
  ['public_access.update', 'changed the public address'],
  ['public_access.pause', 'paused public access'],
  ['public_access.resume', 'resumed public access'],
  ['settings.update', 'changed the settings'],
  ['sittings.undo', 'took back what an app did'],
]);

/** @returns undefined for what is no news, such as reading */
export function eventWords(action: string, result: string): string | undefined {
  const words = EVENT_WORDS.get(action);
  if (words === undefined || result.startsWith('refused')) return undefined;
  return result === 'queued' ? 'proposed a change' : words;
}
