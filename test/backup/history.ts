import { hash } from 'node:crypto';
import { newId } from '../../server/domain/identifier.ts';
import type { Attachment } from '../../server/domain/attachment.ts';
import type { Space } from '../../server/domain/space.ts';
import type { AttachmentFiles } from '../../server/image-ports.ts';
import type { CollectionName, Store, Transaction } from '../../server/ports.ts';
import { FILED_NAMES, RESIDENT_NAMES } from '../../server/storage/layout.ts';
import { seededRandom } from '../bench/corpus.ts';
import { auditEntry, changeRequest, documentHead, user, versionOf } from '../storage/builders.ts';

/** Everything that a workspace holds, by name; SHA-256 of each record, text, version and picture. */
export type State = Map<string, string>;

interface Step {
  requestId: string;
  changes: [key: string, digest: string | null][];
  /** Documents whose versions all went. */
  purged: string[];
}

/** Writes when it is asked to, several at a time, and remembers what each acknowledged write has changed. */
export interface Load {
  /** Resolves after so many more acknowledged writes. */
  more(writes: number): Promise<void>;
  /** What the workspace was after the audit entries up to a number, those included. */
  stateAfter(auditSeq: number): Promise<State>;
  acknowledged(): number;
}

const WRITERS = 6;
/** Members in the order of their names: a version has its text last once it went through the journal. */
const digest = (value: unknown) =>
  hash('sha256', Buffer.isBuffer(value) ? value : JSON.stringify(value, byName));
const byName = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export function startLoad(store: Store, attachmentFiles: AttachmentFiles, seed: number): Load {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const steps: Step[] = [];
  const busy = new Set<string>();
  let wanted = 0;
  let number = 0;

  /** One commit with all kinds of changes that a workspace knows, and one audit entry. */
  async function write(): Promise<void> {
    const step: Step = { requestId: `req-${(number += 1)}`, changes: [], purged: [] };
    const tx = store.begin();
    const done =
      (await KINDS[Math.floor(random() * KINDS.length)]?.({
        tx,
        step,
        random,
        pick,
        store,
        busy,
        attachmentFiles,
      })) ?? [];
    tx.audit(auditEntry('test.write', { request_id: step.requestId }));
    try {
      await tx.commit();
      steps.push(step);
    } finally {
      for (const id of done) busy.delete(id);
    }
  }

  async function writer(): Promise<void> {
    while (wanted > 0) {
      wanted -= 1;
      await write();
    }
  }

  return {
    async more(writes) {
      wanted += writes;
      await Promise.all(Array.from({ length: WRITERS }, writer));
    },
    acknowledged: () => steps.length,
    async stateAfter(auditSeq) {
      const byRequest = new Map(steps.map((step) => [step.requestId, step]));
      const entries = await store.audit({ limit: 1_000_000 });
      const state: State = new Map();
      for (const { seq, request_id } of entries.toReversed()) {
        if (seq <= auditSeq) apply(state, byRequest.get(request_id));
      }
      return state;
    },
  };
}

function apply(state: State, step: Step | undefined): void {
  if (!step) return;
  for (const id of step.purged) {
    for (const key of state.keys()) if (key.startsWith(`versions/${id}/`)) state.delete(key);
  }
  for (const [key, value] of step.changes) {
    if (value === null) state.delete(key);
    else state.set(key, value);
  }
}

interface Kit {
  tx: Transaction;
  step: Step;
  random: () => number;
  pick: <T>(items: readonly T[]) => T | undefined;
  store: Store;
  /** Documents that another writer has in hand. */
  busy: Set<string>;
  attachmentFiles: AttachmentFiles;
}

/** Each answers the ids that it has marked busy. */
const KINDS: ((kit: Kit) => string[] | Promise<string[]>)[] = [
  create,
  change,
  change,
  change,
  retitle,
  purge,
  request,
  rights,
  attach,
  detach,
];

function create({ tx, step, random }: Kit): string[] {
  const head = documentHead(newId('document'));
  put(tx, step, head, `New ${random()} ${'ä long text '.repeat(Math.floor(random() * 600))}`);
  return [];
}

function take({ store, pick, busy }: Kit) {
  const head = pick([...store.tables.documents.all()]);
  if (!head || busy.has(head.id)) return undefined;
  busy.add(head.id);
  return head;
}

function change(kit: Kit): string[] {
  const head = take(kit);
  if (!head) return create(kit);
  put(kit.tx, kit.step, { ...head, version: head.version + 1 }, `Changed ${kit.random()}`);
  return [head.id];
}

function put(tx: Transaction, step: Step, head: ReturnType<typeof documentHead>, content: string): void {
  tx.documents.put(head, content);
  tx.versions.put(versionOf(head, content));
  step.changes.push(
    [`documents/${head.id}`, digest(head)],
    [`text of documents/${head.id}`, digest(content)],
    [`versions/${head.id}/${head.version}`, digest(versionOf(head, content))],
  );
}

/** The head changes, the text stays. */
function retitle(kit: Kit): string[] {
  const head = take(kit);
  if (!head) return create(kit);
  const next = { ...head, title: `Title ${kit.random()}` };
  kit.tx.documents.put(next);
  kit.step.changes.push([`documents/${head.id}`, digest(next)]);
  return [head.id];
}

function purge(kit: Kit): string[] {
  const head = take(kit);
  if (!head) return create(kit);
  kit.tx.documents.delete(head.id);
  kit.tx.versions.deleteAll(head.id);
  kit.step.purged.push(head.id);
  kit.step.changes.push([`documents/${head.id}`, null], [`text of documents/${head.id}`, null]);
  return [head.id];
}

function request({ tx, step, random }: Kit): string[] {
  const record = changeRequest(newId('change_request'), 'doc_a');
  const content = `Proposed ${random()}`;
  tx.change_requests.put(record, content);
  step.changes.push(
    [`change_requests/${record.id}`, digest(record)],
    [`text of change_requests/${record.id}`, digest(content)],
  );
  return [];
}

/** A person, and a right of theirs in a space that everybody writes to. */
function rights({ tx, step, random }: Kit): string[] {
  const person = user(newId('user'), `person-${random()}`);
  const space: Space = {
    id: newId('space'),
    slug: `space-${String(random()).slice(2)}`,
    name: 'A space',
    description: '',
    visibility: 'private',
    members: { [person.id]: 'edit' },
    created_at: person.created_at,
    updated_at: person.updated_at,
  };
  tx.users.put(person);
  tx.spaces.put(space);
  step.changes.push([`users/${person.id}`, digest(person)], [`spaces/${space.id}`, digest(space)]);
  return [];
}

async function attach({ tx, step, random, attachmentFiles }: Kit): Promise<string[]> {
  const bytes = Buffer.from(`picture ${random()} `.repeat(500));
  const { sha256, type } = await attachmentFiles.put(bytes, 'image/png');
  const record = {
    id: newId('attachment'),
    document_id: 'doc_a',
    name: 'a.png',
    type,
    size: bytes.length,
    width: 1,
    height: 1,
    sha256,
    alt: '',
    by: { user_id: 'usr_aaaaaaaaaaaa', via: 'rest', client: null },
    created_at: '2026-11-20T10:00:00.000Z',
  } as Attachment;
  tx.attachments.put(record);
  step.changes.push(
    [`attachments/${record.id}`, digest(record)],
    [`bytes of attachments/${record.id}`, digest(bytes)],
  );
  return [];
}

function detach({ tx, step, store, pick, busy }: Kit): string[] {
  const record = pick([...store.tables.attachments.all()]);
  if (!record || busy.has(record.id)) return [];
  busy.add(record.id);
  tx.attachments.delete(record.id);
  step.changes.push([`attachments/${record.id}`, null], [`bytes of attachments/${record.id}`, null]);
  return [record.id];
}

/** The same of a store as it is now, read through its own face. */
export async function stateOf(store: Store, attachmentFiles: AttachmentFiles): Promise<State> {
  const state: State = new Map();
  const names: readonly CollectionName[] = [...RESIDENT_NAMES, ...FILED_NAMES];
  for (const name of names) {
    for (const record of store.tables[name].all()) state.set(`${name}/${record.id}`, digest(record));
  }
  for (const name of FILED_NAMES) {
    for (const { id } of store.tables[name].all())
      state.set(`text of ${name}/${id}`, digest(await store.content(name, id)));
  }
  for (const { id, version } of store.tables.documents.all()) {
    for (let number = 1; number <= version; number += 1)
      state.set(`versions/${id}/${number}`, digest(await store.version(id, number)));
  }
  for (const record of store.tables.attachments.all()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of attachmentFiles.read(record, { start: 0, length: record.size }))
      pieces.push(piece);
    state.set(`bytes of attachments/${record.id}`, digest(Buffer.concat(pieces)));
  }
  return state;
}

/** Names of what one of two states has otherwise, or not at all. */
export function differences(found: State, expected: State): string[] {
  const names = new Set([...found.keys(), ...expected.keys()]);
  return [...names].filter((name) => found.get(name) !== expected.get(name));
}
