import { isOwner } from './owner.ts';
import type { Reader } from './screen.ts';

/** Hash routes of the app by what they show. Whoever links to something asks here. */

/** A document, and with `anchor` its section under that heading. */
export function documentAddress(id: string, anchor: string | null = null): string {
  return anchor === null ? `/documents/${id}` : `/documents/${id}/section/${encodeURIComponent(anchor)}`;
}

/** The documents of a space. */
export function spaceAddress(slug: string): string {
  return `/documents/in/${slug}`;
}

export const NEW_DOCUMENT_ADDRESS = '/documents/new';
export const REVIEW_ADDRESS = '/review';
export const CONNECT_ADDRESS = '/connect';
export const ACCOUNT_ADDRESS = '/account';
export const TOKENS_ADDRESS = `${ACCOUNT_ADDRESS}/tokens`;
export const PUBLIC_ADDRESS_ADDRESS = '/address';
export const DIAGNOSTICS_ADDRESS = '/diagnostics';
export const FIRST_RUN_ADDRESS = '/first-run';
export const SETTINGS_ADDRESS = '/settings';
export const BACKUP_ADDRESS = '/backup';
export const IMPORT_ADDRESS = `${BACKUP_ADDRESS}/import`;
export const AUDIT_ADDRESS = '/audit';

/** API tokens and connected apps: everybody's, for whoever sees everybody's; else the reader's own. */
export function credentialsAddress(reader: Reader): string {
  return isOwner(reader) ? `${TOKENS_ADDRESS}/everybody` : TOKENS_ADDRESS;
}

const DOCUMENT = /^\/documents\/(doc_[A-Za-z0-9_-]+)(?:\/|$)/;

/** The document that a route shows, if it shows one. */
export function documentOfAddress(address: string): string | undefined {
  return DOCUMENT.exec(address)?.[1];
}
