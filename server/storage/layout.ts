import { join } from 'node:path';
import { IMAGE_EXTENSION } from '../domain/image.ts';
import type { AttachmentContent } from '../image-ports.ts';
import type { CollectionName, FiledName, OwnSecretName, ResidentName, SecretName } from '../ports.ts';
import { trusted } from './trusted.ts';

export const RESIDENT_NAMES = [
  'users',
  'tokens',
  'spaces',
  'settings',
  'notifications',
  'templates',
  'decks',
  'assignments',
  'sessions',
  'sign_in_codes',
  'connected_apps',
  'oauth_artifacts',
  'attachments',
  'upload_links',
  'sittings',
  'checklists',
] as const satisfies readonly ResidentName[];
export const FILED_NAMES = ['documents', 'change_requests'] as const satisfies readonly FiledName[];

/** One value for each collection, made from its name. */
export function byCollection<T>(make: (name: CollectionName) => T): Record<CollectionName, T> {
  return trusted<Record<CollectionName, T>>(
    Object.fromEntries([...RESIDENT_NAMES, ...FILED_NAMES].map((name) => [name, make(name)])),
  );
}

const FILED_FOLDER: Record<FiledName, string> = {
  documents: 'documents',
  change_requests: 'change-requests',
};

/** Names on disk come from generated ids only (security Z1); this is the last line of defence. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const CONTENT_HASH = /^[0-9a-f]{64}$/;

/** Journal segments and snapshots are named by a number, wide enough that names sort like numbers. */
const SEQ_DIGITS = 12;
const NUMBERED = /^(\d{12,})\.jsonl$/;

export type Layout = ReturnType<typeof layoutOf>;

/** Where everything lies in a data folder (design §4). All paths are absolute; `relative` ones are for messages. */
export function layoutOf(root: string) {
  const at = (...parts: string[]) => join(root, ...parts);
  const folders = {
    collections: at('collections'),
    documents: at(FILED_FOLDER.documents),
    change_requests: at(FILED_FOLDER.change_requests),
    versions: at('versions'),
    journal: at('journal'),
    audit: at('audit'),
    snapshot: at('snapshot'),
    attachments: at('attachments'),
    secrets: at('secrets'),
  };
  return {
    root,
    folders,
    backups: at('backups'),
    /** Archives of Markdown that the owner made. */
    exports: at('exports'),
    /** Files that were sent to be imported, while they are. */
    imports: at('imports'),
    /** The saved search index: derived, so it is no part of what is checked, recovered or backed up. */
    index: at('index'),
    /** Vectors of the documents: derived too. */
    embeddings: at('embeddings'),
    /** What the tunnel's program needs while it runs: nothing that has to outlive it. */
    tunnel: at('tunnel'),
    workspace: at('workspace.json'),
    lock: at('lock'),
    /** What the owner goes on without although it was lost. */
    acceptedLoss: at('accepted-loss.json'),
    auditKey: join(folders.secrets, 'audit.key'),
    auditKeyCopy: join(folders.secrets, 'audit.key.copy'),
    /** What the owner gave, such as the key of the embeddings provider. */
    givenSecret: (name: SecretName) => join(folders.secrets, `${name}.json`),
    /** What the program made for itself. */
    ownSecret: (name: OwnSecretName) => join(folders.secrets, `${name}.json`),
    /** Says up to which record everything is in its own file. */
    filed: join(folders.journal, 'filed.json'),
    collection: (name: ResidentName) => join(folders.collections, `${name}.json`),
    record: (name: FiledName, id: string) => join(folders[name], `${safeId(id)}.json`),
    versionFolder: (documentId: string) => join(folders.versions, safeId(documentId)),
    version: (documentId: string, version: number) =>
      join(folders.versions, safeId(documentId), `${version}.json`),
    /** The bytes of attachments, each content once; the ending is for people who open the folder. */
    attachment: (content: AttachmentContent) => join(folders.attachments, attachmentName(content)),
    segment: (firstSeq: number) => join(folders.journal, numberedName(firstSeq)),
    snapshot: (seq: number) => join(folders.snapshot, numberedName(seq)),
    auditFile: (name: string) => join(folders.audit, name),
  };
}

function safeId(id: string): string {
  if (!SAFE_ID.test(id)) throw new Error('A record id that cannot be a file name reached the storage.');
  return id;
}

/** File name of an attachment's content. */
export function attachmentName({ sha256, type }: AttachmentContent): string {
  if (!CONTENT_HASH.test(sha256)) throw new Error('A content hash that is none reached the storage.');
  return `${sha256}.${IMAGE_EXTENSION[type]}`;
}

function numberedName(seq: number): string {
  return `${String(seq).padStart(SEQ_DIGITS, '0')}.jsonl`;
}

/** The number in the name of a segment or snapshot; undefined for other files. */
export function numberOf(name: string): number | undefined {
  const digits = NUMBERED.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
