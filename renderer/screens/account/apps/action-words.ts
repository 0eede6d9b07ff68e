import { isRefused, reasonWords } from '../../audit/result-words.ts';

/** What an assistant did, by operation, as the start of a line that goes on with the page's title. */
const WORDS: Readonly<Record<string, string>> = {
  'account.read': 'Asked who it acts for',
  'attachments.add': 'Added a file',
  'attachments.add_image': 'Added a picture',
  'attachments.delete': 'Deleted a file',
  'attachments.list': 'Listed files',
  'attachments.read': 'Looked at a file',
  'change_requests.list': 'Listed changes that wait for review',
  'change_requests.read': 'Looked at a change that waits for review',
  'change_requests.withdraw': 'Withdrew a change',
  'connected_apps.connect': 'Was connected',
  'documents.check': 'Checked a text',
  'documents.create': 'Wrote a page',
  'documents.list': 'Listed pages',
  'documents.read': 'Read a page',
  'documents.trash': 'Moved a page to the Trash',
  'documents.update': 'Changed a page',
  'documents.writing_guide': 'Read the writing guide',
  'mcp.call_tool': 'Called a tool',
  'notifications.list': 'Looked at your notifications',
  'search.query': 'Searched',
  'spaces.list': 'Listed spaces',
  'templates.list': 'Listed templates',
  'templates.read': 'Read a template',
  'training.assign': 'Assigned a training',
  'training.create_deck': 'Made a training',
  'training.list_assignments': 'Listed assignments',
  'training.list_decks': 'Listed trainings',
  'training.read_deck': 'Read a training',
  'trash.list': 'Looked into the Trash',
  'trash.restore': 'Restored a page',
  'upload_links.create': 'Made an upload link',
  'versions.compare': 'Compared versions of a page',
  'versions.list': 'Listed versions of a page',
  'versions.read': 'Read an earlier version of a page',
  'versions.restore': 'Went back to an earlier version',
};

/** @param action name of an operation; one that has no words of its own is named as it is */
export function actionWords(action: string): string {
  return WORDS[action] ?? action;
}

/** How a call ended, or null when it just did what it says. */
export function resultWords(call: { action: string; result: string }): string | null {
  if (call.result === 'queued') return 'waits for review';
  if (!isRefused(call.result)) return null;
  const reason = reasonWords(call);
  return reason === undefined ? 'refused' : `refused: ${reason}`;
}
