import { TRUST_LEVEL_WORDS } from '../../../server/domain/trust-level-words.ts';
import { thingWords } from './action-words.ts';
import type { AuditEntry } from './audit-filter.ts';
import { changedWords } from './detail-words.ts';

export type About = Pick<AuditEntry, 'action' | 'target' | 'subject' | 'details' | 'username'>;
type Details = NonNullable<AuditEntry['details']>;
/** What details tell in a word or two; nothing when they tell nothing new. */
type Brief = (details: Details, entry: About) => string | undefined;

const of =
  (key: string): Brief =>
  (details) =>
    text(details[key]);
const changed: Brief = ({ changed: keys }) => (typeof keys === 'string' ? changedWords(keys) : undefined);
const count =
  (key: string, one: string, many: string): Brief =>
  ({ [key]: number }) =>
    typeof number === 'number' ? `${number.toLocaleString()} ${number === 1 ? one : many}` : undefined;
const pages = (key: string) => count(key, 'page', 'pages');
const people =
  (key: string): Brief =>
  (details, entry) =>
    details['everyone'] === true ? 'everyone' : count(key, 'person', 'people')(details, entry);
/** Whose it is, where that is not who did it. */
const whose: Brief = ({ username }, entry) =>
  typeof username === 'string' && username !== entry.username ? `of ${username}` : undefined;

const role: Brief = ({ role: name }) => (typeof name === 'string' ? `as ${name}` : undefined);
const may: Brief = ({ scopes }) =>
  typeof scopes === 'string' ? `may ${scopes.replaceAll(' ', ' and ')}` : undefined;

/** What an entry tells beside its name, by operation, in the order in which it is told. */
const BRIEFS: Readonly<Record<string, readonly Brief[]>> = {
  'account.update': [changed],
  'attachments.delete': [of('file')],
  'backup.restore': [of('folder')],
  'connected_apps.connect': [({ trust_level: level }) => trust(level)],
  'connected_apps.deny': [of('redirect_host')],
  'connected_apps.disconnect': [whose, of('reason')],
  'connected_apps.set_trust': [({ from, to }) => `${trust(from) ?? ''} → ${trust(to) ?? ''}`],
  'desktop.update': [changed],
  'diagnostics.tell_cause': [of('client'), of('cause')],
  'documents.import': [pages('documents')],
  'documents.update': [changed],
  'markdown_files.export': [of('file')],
  'markdown_files.import': [of('path')],
  'markdown_files.receive': [of('name')],
  'markdown_mirror.write': [of('folder')],
  'public_access.note_address': [of('address')],
  'public_access.set_tunnel_token': [changed],
  'public_access.update': [of('domain'), ({ public_access: mode }) => text(mode)?.replaceAll('_', ' ')],
  'search.rebuild': [pages('documents')],
  'sessions.open': [({ with: means }) => (text(means) === undefined ? undefined : `with ${String(means)}`)],
  'settings.set_embeddings_key': [changed],
  'settings.update': [changed],
  'spaces.set_member': [({ username, right }) => `${text(username) ?? ''}: ${text(right) ?? ''}`],
  'templates.update': [changed],
  'tokens.create': [whose, may],
  'tokens.revoke': [whose],
  'training.assign': [people('assigned')],
  'training.unassign': [people('unassigned')],
  'trash.sweep': [pages('deleted')],
  'users.create': [role],
  'users.invite': [role],
  'users.update': [changed],
  'workspace.accept_loss': [of('files')],
  'workspace.initialize': [of('owner')],
};

/** Records that people call by a name. What is left of one that is gone is what it was. */
const NAMED = new Set([
  'document',
  'change_request',
  'space',
  'template',
  'deck',
  'user',
  'token',
  'connected_app',
]);

export interface AboutWords {
  /** What it happened to, by name; null where that is nothing with a name. */
  name: string | null;
  /** What was done to it, or with it, in a few words; empty when that says it all. */
  brief: string;
}

/** What an entry is about: the name of the thing, and what more is worth a look. */
export function aboutWords(entry: About): AboutWords {
  const { action, target, subject, details } = entry;
  const briefs = details === null || !Object.hasOwn(BRIEFS, action) ? [] : (BRIEFS[action] ?? []);
  const told = briefs.map((brief) => details && brief(details, entry)).filter((part) => part !== undefined);
  return {
    name:
      subject ??
      (target !== null && NAMED.has(target.type) ? `a ${goneThing(target.type)} that is gone` : null),
    brief: told.join(', '),
  };
}

function goneThing(type: string): string {
  return type === 'change_request' ? 'change' : thingWords(type);
}

function text(value: Details[string] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function trust(level: Details[string] | undefined): string | undefined {
  const words = new Map(Object.entries(TRUST_LEVEL_WORDS));
  return typeof level === 'string' ? (words.get(level)?.label ?? level) : undefined;
}
