/**
 * "`read` grants all GET endpoints (documents, spaces, search). `write` grants creating, editing and trashing
 * documents." A call without its scope is refused whatever else holds.
 */
export const SCOPE_OF: Readonly<Record<string, 'read' | 'write'>> = {
  'account.read': 'read',
  'spaces.list': 'read',
  'documents.list': 'read',
  'documents.read': 'read',
  'documents.create': 'write',
  'documents.update': 'write',
  'documents.trash': 'write',
  'search.query': 'read',
  'trash.list': 'read',
  'trash.restore': 'write',
  'trash.purge': 'write',
  'versions.list': 'read',
  'versions.read': 'read',
  'versions.compare': 'read',
  'versions.restore': 'write',
  'change_requests.list': 'read',
  'change_requests.read': 'read',
  'change_requests.withdraw': 'write',
  'change_requests.approve': 'write',
  'change_requests.reject': 'write',
  'documents.writing_guide': 'read',
  'templates.list': 'read',
  'templates.read': 'read',
  'training.create_deck': 'write',
  'training.assign': 'write',
  'training.list_decks': 'read',
  'training.read_deck': 'read',
  'training.list_assignments': 'read',
  'training.take': 'read',
  'training.submit': 'write',
  'notifications.list': 'read',
  'notifications.mark_read': 'write',
};

/**
 * "Approve/reject only in the app, never by an MCP tool", and nobody proves by a program what they have learnt: no
 * token reaches these, whoever owns it.
 */
export const PEOPLE_ONLY: ReadonlySet<string> = new Set([
  'change_requests.approve',
  'change_requests.reject',
  'training.submit',
  'training.take',
]);

/** "People and workspace settings only on the desk": no token reaches these either. */
export const DESK_ONLY: ReadonlySet<string> = new Set([
  'audit.list',
  'audit.verify',
  'documents.export',
  'documents.import',
  'search.check',
  'search.rebuild',
  'search.status',
  'settings.read',
  'settings.set_embeddings_key',
  'settings.update',
  'spaces.create',
  'spaces.set_member',
  'spaces.update',
  'templates.create',
  'templates.delete',
  'templates.reset',
  'templates.update',
  'tokens.create',
  'tokens.list',
  'tokens.revoke',
  'trash.sweep',
  'users.create',
  'users.list',
  'users.update',
  'workspace.accept_loss',
  'workspace.initialize',
  'workspace.verify',
]);
