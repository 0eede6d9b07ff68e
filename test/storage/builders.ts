import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Clock } from '../../server/clock.ts';
import type { AuditEntry } from '../../server/domain/audit-entry.ts';
import type { ChangeRequestHead } from '../../server/domain/change-request.ts';
import type { DocumentHead, Version } from '../../server/domain/document.ts';
import type { User } from '../../server/domain/user.ts';
import { createLogger } from '../../server/log.ts';
import type { Store } from '../../server/ports.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import { openStore, type OpenStoreOptions } from '../../server/storage/store.ts';

const AT = '2026-11-20T10:00:00.000Z';
const BY = { user_id: 'usr_aaaaaaaaaaaa', via: 'rest', client: null } as const;

export const quietLog = createLogger('silent');
export const fixedClock: Clock = { now: () => Date.parse(AT), monotonic: () => 0 };

export function documentHead(id: string, version = 1, more: Partial<DocumentHead> = {}): DocumentHead {
  return {
    id,
    space_id: 'spc_aaaaaaaaaaaa',
    parent_id: null,
    title: `Document ${id}`,
    summary: '',
    tags: ['one'],
    type: 'knowledge',
    status: 'draft',
    version,
    author_id: BY.user_id,
    updated_by: BY,
    created_at: AT,
    updated_at: AT,
    published_at: null,
    links: [],
    trashed: null,
    ...more,
  };
}

export function versionOf(head: DocumentHead, content: string): Version {
  const { space_id, parent_id, title, summary, tags, type, status } = head;
  const fields = { space_id, parent_id, title, summary, tags, type, status };
  return { document_id: head.id, version: head.version, ...fields, content, note: '', by: BY, at: AT };
}

export function changeRequest(id: string, documentId: string): ChangeRequestHead {
  return {
    id,
    document_id: documentId,
    state: 'pending',
    fields: {},
    has_content: true,
    base_version: 1,
    note: '',
    author: BY,
    credential_id: null,
    created_at: AT,
    decided_at: null,
    decided_by: null,
    comment: '',
    superseded_by: null,
  };
}

export function user(id: string, username = id): User {
  return {
    id,
    username,
    name: username,
    email: null,
    role: 'editor',
    training_manager: false,
    disabled: false,
    password_hash: null,
    created_at: AT,
    updated_at: AT,
  };
}

export function auditEntry(action: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: AT,
    user_id: BY.user_id,
    username: 'ada',
    via: 'rest',
    client: null,
    credential_id: null,
    ip: null,
    request_id: 'req',
    action,
    target: null,
    result: 'ok',
    details: null,
    ...more,
  };
}

/** One commit as an operation makes it: the document, its version, its audit entry. */
export async function save(store: Store, id: string, version: number, content: string): Promise<void> {
  const tx = store.begin();
  const head = documentHead(id, version);
  tx.documents.get(id);
  tx.documents.put(head, content);
  tx.versions.put(versionOf(head, content));
  tx.audit(auditEntry('documents.update', { target: { type: 'document', id }, details: { version } }));
  await tx.commit();
}

const folders: string[] = [];
const stores: DurableStore[] = [];

/** A folder on the real disk that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-storage-'));
  folders.push(folder);
  return join(folder, 'data');
}

/** Opens a store that is closed after the test. Files are brought up to date only when asked. */
export async function open(folder: string, more: Partial<OpenStoreOptions> = {}): Promise<DurableStore> {
  const store = await openStore({
    folder,
    clock: fixedClock,
    log: quietLog,
    idleCheckpointMs: 3_600_000,
    ...more,
  });
  stores.push(store);
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
