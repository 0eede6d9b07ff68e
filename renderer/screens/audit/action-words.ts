/** What an operation does, as people say it, by its name. */
const WORDS: Readonly<Record<string, string>> = {
  'attachments.add': 'Added a file',
  'attachments.add_image': 'Added a picture',
  'attachments.delete': 'Deleted a picture',
  'change_requests.approve': 'Approved a change',
  'change_requests.reject': 'Rejected a change',
  'change_requests.withdraw': 'Withdrew a change',
  'connected_apps.connect': 'Connected an app',
  'connected_apps.deny': 'Refused an app',
  'connected_apps.disconnect': 'Disconnected an app',
  'connected_apps.set_trust': 'Changed how far an app is trusted',
  'documents.create': 'Wrote a page',
  'documents.export': 'Exported pages',
  'backup.create': 'Made a backup',
  'backup.delete': 'Deleted a backup',
  'backup.restore': 'Restored a backup into a new folder',
  'markdown_files.download': 'Downloaded Markdown files',
  'markdown_files.export': 'Exported Markdown files',
  'markdown_files.import': 'Began to import Markdown files',
  'markdown_files.receive': 'Began to import Markdown files',
  'markdown_mirror.write': 'Wrote the Markdown mirror again',
  'documents.import': 'Imported pages',
  'documents.list': 'Listed pages',
  'documents.read': 'Read a page',
  'documents.trash': 'Moved a page to the Trash',
  'documents.update': 'Changed a page',
  'documents.writing_guide': 'Read the writing guide',
  'notifications.mark_read': 'Read notifications',
  'diagnostics.tell_cause': 'Told why a program could not be connected',
  'public_access.note_address': 'Noted a new public address',
  'public_access.pause': 'Paused public access',
  'public_access.resume': 'Resumed public access',
  'public_access.set_tunnel_token': 'Set the tunnel’s token',
  'public_access.update': 'Changed the public address',
  'search.query': 'Searched',
  'sessions.end': 'Signed out',
  'sessions.open': 'Signed in',
  'settings.update': 'Changed settings',
  'sittings.undo': 'Took back a sitting',
  'spaces.create': 'Added a space',
  'spaces.list': 'Listed spaces',
  'spaces.set_member': 'Changed rights in a space',
  'spaces.update': 'Changed a space',
  'templates.create': 'Added a template',
  'templates.delete': 'Deleted a template',
  'templates.reset': 'Reset a template',
  'templates.update': 'Changed a template',
  'tokens.create': 'Created an API token',
  'tokens.revoke': 'Revoked an API token',
  'training.assign': 'Assigned a training',
  'training.create_deck': 'Made a training',
  'training.delete_deck': 'Deleted a training',
  'training.submit': 'Took a training',
  'training.unassign': 'Took a training from people',
  'trash.purge': 'Deleted a page for ever',
  'trash.restore': 'Restored a page',
  'trash.sweep': 'Emptied the Trash of old pages',
  'upload_links.create': 'Made an upload link',
  'users.create': 'Added a person',
  'users.invite': 'Invited a person',
  'users.update': 'Changed a person',
  'versions.restore': 'Went back to an earlier version',
  'workspace.add_sample': 'Added the sample pages',
  'workspace.initialize': 'Made the workspace',
  'first_run.update': 'Went on setting up',
  'account.change_password': 'Changed a password',
  'account.read': 'Asked who they are',
  'account.update': 'Changed an account',
  'attachments.import': 'Imported files',
  'checklists.tick': 'Ticked an item',
  'desktop.restart': 'Started the desktop app again',
  'desktop.update': 'Changed the desktop app',
  'invitations.accept': 'Accepted an invitation',
  'markdown_files.announce': 'Announced Markdown files',
  'markdown_files.cancel': 'Stopped Markdown files',
  'markdown_files.send': 'Sent Markdown files',
  'mcp.call_tool': 'Called a tool',
  'search.rebuild': 'Built the search index anew',
  'sessions.end_all': 'Signed out everywhere',
  'settings.set_embeddings_key': 'Set the key of the embeddings',
  'sign_in_codes.create': 'Made a sign-in code',
  'templates.list': 'Listed templates',
  'templates.read': 'Read a template',
  'training.list_assignments': 'Listed assignments',
  'training.list_decks': 'Listed trainings',
  'training.read_deck': 'Read a training',
  'upload_links.revoke': 'Revoked an upload link',
  'upload_links.send': 'Sent a picture from a phone',
  'workspace.accept_loss': 'Accepted what was lost',
};

/** An operation in words; one without words of its own by its name. */
export function actionWords(action: string): string {
  return WORDS[action] ?? sentence(action.replaceAll(/[._]/g, ' '));
}

/** Operations that can be filtered by, with their words, in the order of these. */
export const ACTIONS: readonly { value: string; label: string }[] = Object.entries(WORDS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((left, right) => left.label.localeCompare(right.label));

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const THINGS: Readonly<Record<string, string>> = {
  document: 'page',
  deck: 'training',
  user: 'person',
  client: 'app',
  connected_app: 'app',
  token: 'API token',
  session: 'device',
  sign_in_code: 'sign-in code',
};

/** What something happened to, by the type of the record. */
export function thingWords(type: string): string {
  return THINGS[type] ?? type.replaceAll('_', ' ');
}

const VIA: Readonly<Record<string, string>> = {
  app: 'App',
  cli: 'Command line',
  mcp: 'Assistant',
  rest: 'API',
  upload: 'Upload link',
  system: 'By itself',
};

/** The way in, as people say it. */
export function viaWords(via: string): string {
  return VIA[via] ?? via;
}

export const WAYS: readonly { value: string; label: string }[] = Object.entries(VIA).map(
  ([value, label]) => ({
    value,
    label,
  }),
);
