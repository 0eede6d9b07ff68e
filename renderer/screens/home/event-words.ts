import { actionWords } from '../audit/action-words.ts';
import { isRefused } from '../audit/result-words.ts';

/** What is worth a line on Home, by operation. */
const NEWS: ReadonlySet<string> = new Set([
  'workspace.add_sample',
  'documents.create',
  'documents.update',
  'documents.trash',
  'documents.import',
  'backup.create',
  'backup.restore',
  'markdown_files.download',
  'markdown_files.export',
  'markdown_files.import',
  'markdown_files.receive',
  'trash.restore',
  'trash.purge',
  'versions.restore',
  'change_requests.approve',
  'change_requests.reject',
  'change_requests.withdraw',
  'attachments.add',
  'attachments.add_image',
  'attachments.delete',
  'upload_links.create',
  'upload_links.send',
  'connected_apps.connect',
  'connected_apps.deny',
  'connected_apps.disconnect',
  'connected_apps.set_trust',
  'tokens.create',
  'tokens.revoke',
  'users.create',
  'users.invite',
  'users.update',
  'spaces.create',
  'spaces.update',
  'spaces.set_member',
  'templates.create',
  'templates.update',
  'templates.delete',
  'training.create_deck',
  'training.assign',
  'training.delete_deck',
  'public_access.update',
  'public_access.pause',
  'public_access.resume',
  'settings.update',
  'sittings.undo',
]);

/**
 * What somebody did, to follow their name, in the words of the audit log.
 *
 * @returns undefined for what is no news, such as reading
 */
export function eventWords(action: string, result: string): string | undefined {
  if (!NEWS.has(action) || isRefused(result)) return undefined;
  const words = actionWords(action);
  const done = words.charAt(0).toLowerCase() + words.slice(1);
  return result === 'queued' ? `${done}, sent for review` : done;
}
