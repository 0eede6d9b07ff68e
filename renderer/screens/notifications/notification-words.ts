import type { OutputOf } from '../../../server/faces/app/contract.ts';
import {
  ACCOUNT_ADDRESS,
  DIAGNOSTICS_ADDRESS,
  documentAddress,
  REVIEW_ADDRESS,
} from '../../routing/addresses.ts';

export type Notification = OutputOf<'notifications.list'>['items'][number];

const WORDS: Record<Notification['kind'], (by: string, subject: string) => string> = {
  review_requested: (by, subject) => `${by} asks you to review a change of ${subject}`,
  request_approved: (by, subject) => `${by} approved your change of ${subject}`,
  request_rejected: (by, subject) => `${by} rejected your change of ${subject}`,
  request_superseded: (by, subject) => `${by} replaced a change of ${subject} by a newer one`,
  training_assigned: (by, subject) => `${by} assigned you the training ${subject}`,
  app_connected: (_by, subject) => `${subject} was connected to your account`,
  app_disconnected: (_by, subject) => `${subject} was disconnected from your account`,
  address_changed: (_by, subject) =>
    `The workspace has a new address: connect ${subject} again, with that address`,
  connection_failed: (_by, subject) => `${subject} could not be connected`,
};

/** A line of the inbox as a sentence. */
export function inWords({ kind, actor, subject, cause }: Notification): string {
  if (kind === 'address_changed') return WORDS[kind](actor.name, subject ?? 'your apps');
  if (kind === 'connection_failed')
    return `${WORDS[kind](actor.name, `“${subject ?? 'An app'}”`)}: ${cause ?? 'Diagnostics says more'}`;
  const missing = isAboutApp(kind) ? 'An app' : 'a page that you cannot see any more';
  return WORDS[kind](actor.name, subject === null ? missing : `“${subject}”`);
}

function isAboutApp(kind: Notification['kind']): boolean {
  return kind === 'app_connected' || kind === 'app_disconnected';
}

/** Where a line leads, as a route of the app; null where there is nothing to see any more. */
export function addressOf(notification: Notification): string | null {
  const { kind, change_request_id: request, deck_id: deck, document_id: document, subject } = notification;
  if (kind === 'connection_failed') return DIAGNOSTICS_ADDRESS;
  if (isAboutApp(kind) || kind === 'address_changed') return ACCOUNT_ADDRESS;
  if (subject === null) return null;
  if (request !== null) return `${REVIEW_ADDRESS}/${request}`;
  if (deck !== null) return `/training/take/${deck}`;
  return document === null ? null : documentAddress(document);
}
