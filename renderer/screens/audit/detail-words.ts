import type { AuditEntry } from './audit-filter.ts';
import { SETTING_FIELDS } from '../settings/setting-fields.ts';
import { viaWords } from './action-words.ts';

/** What details are called, by their key; others are called as they are, in words. */
const LABELS: Readonly<Record<string, string>> = {
  apps_to_renew: 'Apps to connect again',
  attachment_id: 'Picture',
  bytes: 'Size in bytes',
  change_request_id: 'Change request',
  client_id: 'App id',
  document_id: 'Page',
  document_version: 'Version of the page',
  documents: 'Pages',
  dry_run: 'Only tried',
  ended: 'Sessions that ended',
  insert: 'Place in the text',
  losses: 'Files that were lost',
  marked: 'Notifications',
  redirect_host: 'Sent back to',
  renewed: 'Connected before',
  retry_after: 'Seconds to wait',
  scopes: 'May',
  told: 'People who were told',
  trust_level: 'Trust',
  unchanged: 'Nothing was different',
  upload_link: 'Upload link',
  username: 'Person',
  with: 'Signed in with',
};

/** Fields of records, as people call them. */
const FIELDS: Readonly<Record<string, string>> = {
  content: 'text',
  space_id: 'space',
  parent_id: 'place',
  training_manager: 'training manager',
  disabled: 'account on or off',
};

/** What was changed, from the comma-separated keys of an entry: settings by the label that they have on their page. */
export function changedWords(keys: string): string {
  return keys
    .split(', ')
    .map((key) => labelOf(key) ?? FIELDS[key] ?? key.replaceAll('_', ' '))
    .join(', ');
}

function labelOf(key: string): string | undefined {
  return new Map(Object.entries(SETTING_FIELDS)).get(key)?.label;
}

export interface DetailLine {
  label: string;
  value: string;
}

/** Everything that an entry holds, a line each, for whoever opens it. */
export function detailLines(entry: AuditEntry): DetailLine[] {
  const { seq, at, username, via, client, ip, credential_id, request_id, action, target, result } = entry;
  const lines: (DetailLine | null)[] = [
    line('Entry', seq),
    line('Time', new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })),
    line('Person', username),
    line('Through', client === null ? viaWords(via) : `${client} · ${viaWords(via)}`),
    line('From address', ip),
    line('Action', action),
    line('Target', target && `${target.type} ${target.id}`),
    line('Result', result),
    ...Object.entries(entry.details ?? {}).map(([key, value]) =>
      line(detailLabel(key), valueWords(key, value)),
    ),
    line('Sitting', entry.sitting),
    line('Token, app or session', credential_id),
    line('Request', request_id),
  ];
  return lines.filter((each) => each !== null);
}

function line(label: string, value: string | number | null | undefined): DetailLine | null {
  return value === null || value === undefined || value === '' ? null : { label, value: String(value) };
}

function detailLabel(key: string): string {
  const words = LABELS[key] ?? key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(key: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString();
  return key === 'changed' ? changedWords(value) : value;
}
