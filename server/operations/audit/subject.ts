import { builtInTemplate } from '../../domain/built-in-templates.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { OperationContext } from '../define.ts';
import { isVisible } from '../documents/load.ts';

type Entry = Pick<AuditEntry, 'target' | 'details'>;
type NameOf = (context: OperationContext, id: string) => string | undefined;

/** How records of each type are called now, by the type that targets have. */
const NAMES: ReadonlyMap<string, NameOf> = new Map<string, NameOf>([
  ['document', documentTitle],
  [
    // A change request is about its document.
    'change_request',
    (context, id) => {
      const request = context.services.store.tables.change_requests.get(id);
      return request && documentTitle(context, request.document_id);
    },
  ],
  ['attachment', ({ services: { store } }, id) => store.tables.attachments.get(id)?.name],
  ['user', ({ services: { store } }, id) => store.tables.users.get(id)?.name],
  ['token', ({ services: { store } }, id) => store.tables.tokens.get(id)?.name],
  ['connected_app', ({ services: { store } }, id) => store.tables.connected_apps.get(id)?.name],
  ['space', ({ services: { store } }, id) => store.tables.spaces.get(id)?.name],
  [
    'template',
    ({ services: { store } }, id) => store.tables.templates.get(id)?.name ?? builtInTemplate(id)?.name,
  ],
  ['deck', ({ services: { store } }, id) => store.tables.decks.get(id)?.title],
  ['session', ({ services: { store } }, id) => store.tables.sessions.get(id)?.device],
  ['sitting', ({ services: { store } }, id) => store.tables.sittings.get(id)?.client ?? undefined],
  ['backup', (_context, id) => id],
]);

/** The detail in which entries keep what their target was called, by its type, for when it is gone. */
const KEPT_IN: ReadonlyMap<string, string> = new Map([
  ['document', 'title'],
  ['token', 'name'],
  ['connected_app', 'name'],
  ['client', 'name'],
  ['template', 'name'],
  ['deck', 'title'],
  ['session', 'device'],
  ['sign_in_code', 'username'],
]);

/**
 * What an entry is about, by name: as it is called now, or as the entry has it where the record is gone.
 *
 * @returns null for what has no name, such as the settings, and for a document that the reader may not see
 */
export function subjectOf(context: OperationContext, { target, details }: Entry): string | null {
  if (target === null) return null;
  return NAMES.get(target.type)?.(context, target.id) ?? nameThen(target.type, details);
}

function documentTitle(context: OperationContext, id: string): string | undefined {
  const document = context.services.store.tables.documents.get(id);
  // What lies in the Trash keeps its name here.
  return document && isVisible(context, { ...document, trashed: null }) ? document.title : undefined;
}

function nameThen(type: string, details: AuditEntry['details']): string | null {
  const name = details?.[KEPT_IN.get(type) ?? ''];
  return typeof name === 'string' && name !== '' ? name : null;
}
