import type { Assignment } from './domain/assignment.ts';
import type { Attachment } from './domain/attachment.ts';
import type { AuditEntry, ChainedAuditEntry } from './domain/audit-entry.ts';
import type { ChangeRequestHead, ChangeRequestState } from './domain/change-request.ts';
import type { ChecklistTicks } from './domain/checklist-ticks.ts';
import type { ConnectedApp } from './domain/connected-app.ts';
import type { Deck } from './domain/deck.ts';
import type { DocumentFilter, VisibleSpace } from './domain/document-filter.ts';
import type { DocumentHead, Version, Via } from './domain/document.ts';
import type { Notification } from './domain/notification.ts';
import type { OAuthArtifact } from './domain/oauth-artifact.ts';
import type { PersonalToken } from './domain/personal-token.ts';
import type { Session } from './domain/session.ts';
import type { SettingsRecord } from './domain/settings.ts';
import type { SignInCode } from './domain/sign-in-code.ts';
import type { Sitting } from './domain/sitting.ts';
import type { Space } from './domain/space.ts';
import type { Template } from './domain/template.ts';
import type { UploadLink } from './domain/upload-link.ts';
import type { User } from './domain/user.ts';

export type { DocumentFilter, VisibleSpace };

/** Records that live in memory whole and on disk in `collections/<name>.json`. */
export interface ResidentRecords {
  users: User;
  tokens: PersonalToken;
  spaces: Space;
  settings: SettingsRecord;
  notifications: Notification;
  templates: Template;
  decks: Deck;
  assignments: Assignment;
  sessions: Session;
  sign_in_codes: SignInCode;
  connected_apps: ConnectedApp;
  oauth_artifacts: OAuthArtifact;
  attachments: Attachment;
  upload_links: UploadLink;
  sittings: Sitting;
  checklists: ChecklistTicks;
}

/** Records with a head in memory and one JSON file each, which also holds the text. */
export interface FiledRecords {
  documents: DocumentHead;
  change_requests: ChangeRequestHead;
}

export type ResidentName = keyof ResidentRecords;
export type FiledName = keyof FiledRecords;
export type HeadRecords = ResidentRecords & FiledRecords;
export type CollectionName = keyof HeadRecords;

/** Read access to one collection. Records are immutable: a change puts a new object. */
export interface ReadableTable<T> {
  get(id: string): T | undefined;
  all(): Iterable<T>;
  readonly size: number;
  /** Another number after each commit that changes it: what was made of these records holds as long as it stays. */
  readonly revision: number;
}

/** A table as a transaction sees it: its own uncommitted changes included, every `get` remembered. */
export interface Table<T extends { id: string }> {
  get(id: string): T | undefined;
  put(record: T): void;
  delete(id: string): void;
}

export interface FiledTable<T extends { id: string }> extends Omit<Table<T>, 'put'> {
  /** Stages a head and, when given, a new text; without it the text on file stays. */
  put(record: T, content?: string): void;
  /** The text that belongs to a record, `''` when it has none. */
  content(id: string): Promise<string>;
}

export interface VersionTable {
  get(documentId: string, version: number): Promise<Version | undefined>;
  put(version: Version): void;
  /** Removes all versions of a document that is deleted for ever. */
  deleteAll(documentId: string): void;
}

export type ResidentTables = { readonly [Name in ResidentName]: Table<ResidentRecords[Name]> };

/**
 * One attempt to run an operation. Nothing is visible to others before `commit`, which writes one journal
 * record for all staged changes and audit entries and returns when it is durable. When a record that the
 * transaction read, wrote or claimed was changed meanwhile, `commit` rejects with `TransactionConflict`
 * and nothing has happened: run the operation again.
 */
export interface Transaction extends ResidentTables {
  readonly documents: FiledTable<DocumentHead>;
  readonly change_requests: FiledTable<ChangeRequestHead>;
  readonly versions: VersionTable;
  /** Takes part in a rule that spans records, such as a unique name: of two that claim it, one runs again. */
  claim(key: string): void;
  audit(entry: AuditEntry): void;
  readonly hasChanges: boolean;
  commit(): Promise<void>;
}

/** Thrown by `commit` when another commit came first. Caught by `perform`, never seen by a caller. */
export class TransactionConflict extends Error {
  /** @param key the record or claimed name that both wanted, for whoever reads the log */
  constructor(key: string) {
    super(`Another commit came first at ${key}.`);
  }
}

/** One record before and after a commit; both absent never happens. */
export type AppliedChange = {
  [Name in CollectionName]: {
    collection: Name;
    before: HeadRecords[Name] | undefined;
    after: HeadRecords[Name] | undefined;
    /** The new text, when the commit carried one. */
    content?: string;
  };
}[CollectionName];

/** Something that was found wrong with the data, said to the owner. */
export interface DamageReport {
  /** Path inside the data folder. */
  file: string;
  problem: string;
  /** What was done about it. */
  action: string;
  /** True when something that was acknowledged could not be recovered. */
  lost: boolean;
}

/** Something lost that its owner may go on without. */
export interface AcceptableLoss {
  /** Whether it has been accepted already: the next start goes on without it. */
  readonly isAccepted: boolean;
  /**
   * Notes durably that the next start goes on without everything that is reported lost by now, and puts `entry` into
   * the audit log then. Possible although the workspace cannot be written.
   */
  accept(entry: AuditEntry): Promise<void>;
}

export interface AuditQuery {
  since?: string;
  until?: string;
  user_id?: string;
  action?: string;
  via?: Via;
  /** Entries of calls that were made with this token, connected app or session. */
  credential_id?: string;
  /** Entries of these sittings, and those of taking their changes back. */
  sittings?: readonly string[];
  /** Entries with a smaller number only, for paging backwards. */
  before_seq?: number;
  limit: number;
}

/** The workspace's data. Reads see committed state only. */
export interface Store {
  readonly tables: { readonly [Name in CollectionName]: ReadableTable<HeadRecords[Name]> };
  /** @param options `keep`: whether the text is held for the next reader; not for whoever goes through all of them once */
  content(collection: FiledName, id: string, options?: { keep: boolean }): Promise<string>;
  version(documentId: string, version: number): Promise<Version | undefined>;
  begin(): Transaction;
  /** Stages entries that need no commit of their own (reads, refusals): durable within a second. */
  auditLater(entry: AuditEntry): void;
  /** Newest first. */
  audit(query: AuditQuery): Promise<ChainedAuditEntry[]>;
  /** Walks the whole audit chain; returns the numbers of entries that do not fit. */
  verifyAudit(): Promise<{ entries: number; broken: { seq: number; problem: string }[] }>;
  /** Called with every commit, after it is durable and before it is answered; awaited. */
  onApplied(listener: (changes: readonly AppliedChange[]) => void | Promise<void>): void;
  readonly damage: readonly DamageReport[];
  /** Why writes are refused, or null. */
  readonly readOnlyReason: string | null;
  /** What is lost and can be gone on without; null where there is nothing like that. */
  readonly loss: AcceptableLoss | null;
  readonly instanceId: string;
  readonly schemaVersion: number;
  /** Checks every file against its checksum and its head; recovers what it can. */
  verifyFiles(signal?: AbortSignal): Promise<{ checked: number; damage: DamageReport[] }>;
  /** Writes everything that only the journal holds to its files. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/** What attachments take up. */
export interface AttachmentUse {
  files: number;
  bytes: number;
}

/** Lists that are kept in order at every change, so that no request sorts or scans. */
export interface Views {
  userByName(username: string): User | undefined;
  tokenByHash(hash: string): PersonalToken | undefined;
  tokensOf(userId: string): PersonalToken[];
  spaceBySlug(slug: string): Space | undefined;
  spaces(): Space[];
  /** Documents outside the Trash, newest first, with the exact total. */
  documents(
    visible: readonly VisibleSpace[],
    filter: DocumentFilter,
    page: { limit: number; offset: number },
  ): { items: DocumentHead[]; total: number };
  /** How many documents of a space a reader sees. */
  documentCount(visible: VisibleSpace): number;
  children(documentId: string): DocumentHead[];
  /** Pages of a space that stand under no other, by title. */
  topPages(spaceId: string): DocumentHead[];
  /** Ids of documents that link to this one. */
  backlinks(documentId: string): string[];
  trashed(): DocumentHead[];
  /** Oldest first. */
  pendingRequests(documentId: string): ChangeRequestHead[];
  /** Newest first; all of them, or those in a state or of an author. Not to be kept: it changes with each commit. */
  changeRequests(wanted?: { state?: ChangeRequestState; author_id?: string }): readonly ChangeRequestHead[];
  /** Every request for a document, newest first. */
  changeRequestsFor(documentId: string): ChangeRequestHead[];
  /** Newest first. */
  notificationsOf(userId: string): Notification[];
  /** Newest first. */
  decks(): Deck[];
  /** In the order in which they were given. */
  assignmentsOfDeck(deckId: string): Assignment[];
  /** Newest first. */
  assignmentsOf(userId: string): Assignment[];
  sessionByHash(hash: string): Session | undefined;
  /** Newest first, ended ones included. */
  sessionsOf(userId: string): Session[];
  signInCodeByHash(hash: string): SignInCode | undefined;
  /** Newest first. */
  signInCodesOf(userId: string): SignInCode[];
  /** Newest first, disconnected ones included. */
  connectedAppsOf(userId: string): ConnectedApp[];
  /** Everything that belongs to a grant: codes, tokens. */
  oauthArtifactsOf(grantId: string): OAuthArtifact[];
  /** Oldest first. */
  attachmentsOf(documentId: string): Attachment[];
  /** Attachments that share these bytes. */
  attachmentsWithHash(sha256: string): Attachment[];
  /** Of what one person added, or of all; each attachment counts, also those that share their bytes. */
  attachmentUse(userId?: string): AttachmentUse;
  uploadLinkByHash(hash: string): UploadLink | undefined;
  /** Newest first, used and expired ones included. */
  uploadLinksOf(documentId: string): UploadLink[];
  /** Newest first. */
  sittingsOf(credentialId: string): Sitting[];
  /** What a person has ticked in a document. */
  ticksOf(userId: string, documentId: string): ChecklistTicks | undefined;
  /** Of everybody who ticked something in a document. */
  ticksIn(documentId: string): ChecklistTicks[];
}

/** A key for another service, and the only origin (`https://host:port`) that it may be sent to. */
export interface ServiceKey {
  origin: string;
  key: string;
}

/** What proves to Cloudflare that a tunnel is ours to run, as its dashboard gives it. */
export interface TunnelToken {
  token: string;
}

/** What the owner gave, by the name of its file. */
export interface GivenSecrets {
  embeddings: ServiceKey;
  tunnel: TunnelToken;
}
export type SecretName = keyof GivenSecrets;

/** What the program makes for itself: keys of the authorization server. */
export type OwnSecretName = 'oauth';

/** Keys that the owner gave, each in a file of its own: never shown, logged, exported or audited (security E9, L2). */
export interface SecretStore {
  /** Null when there is none, or its file is damaged. */
  read<Name extends SecretName>(name: Name): Promise<GivenSecrets[Name] | null>;
  /** Durable when it resolves; null removes the key. */
  write<Name extends SecretName>(name: Name, secret: GivenSecrets[Name] | null): Promise<void>;
  /** Called after each write. Returns how to stop that. */
  onChange(listener: (name: SecretName) => void): () => void;
  /** A secret of the program's own: made and durably kept at the first call, the same ever after. */
  own(name: OwnSecretName, make: () => Promise<string>): Promise<string>;
}

export interface PasswordHasher {
  /** argon2id, at most two at once (security P1, P2). Rejects with `unavailable` when the queue is full. */
  hash(password: string): Promise<string>;
  /** @param hash null for somebody who has none: it takes as long, and is never right (security P4) */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether a hash was made with less than passwords are hashed with now (security P1). */
  isOutdated(hash: string): Promise<boolean>;
}
