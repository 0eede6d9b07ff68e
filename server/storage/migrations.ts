import type { CollectionName, ResidentName } from '../ports.ts';
import { RESIDENT_NAMES } from './layout.ts';
import type { AnyRecord } from './records.ts';
import { trusted } from './trusted.ts';

/** Version of the folder's schema that this program writes. */
export const SCHEMA_VERSION = 4;

/** One step from a schema to the next: what happens to each record. Texts and versions stay as they are. */
export interface Migration {
  from: number;
  to: number;
  summary: string;
  /** Collections that no older folder has: their files are made, and not missed. */
  adds?: readonly ResidentName[];
  upgrade(collection: CollectionName, record: AnyRecord): AnyRecord;
}

/** In order, without gaps; a released one never changes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    from: 1,
    to: 2,
    summary: 'Members of a space are kept by user id, and documents list what they link to.',
    upgrade(collection, record) {
      if (collection === 'spaces') return withMembersById(record);
      if (collection === 'documents' && !('links' in record))
        return trusted<AnyRecord>({ ...record, links: [] });
      return record;
    },
  },
  {
    from: 2,
    to: 3,
    summary: 'Templates, training decks and assignments; a notification may be about a deck.',
    adds: ['templates', 'decks', 'assignments'],
    upgrade(collection, record) {
      if (collection === 'notifications' && !('deck_id' in record))
        return trusted<AnyRecord>({ ...record, deck_id: null });
      return record;
    },
  },
  {
    from: 3,
    to: 4,
    summary:
      'Sessions, sign-in codes, connected apps, attachments, upload links, sittings and ticked checklists.',
    adds: [
      'sessions',
      'sign_in_codes',
      'connected_apps',
      'oauth_artifacts',
      'attachments',
      'upload_links',
      'sittings',
      'checklists',
    ],
    upgrade: (_collection, record) => record,
  },
];

interface MemberOfSchema1 {
  user_id: string;
  right: string;
}

function withMembersById(record: AnyRecord): AnyRecord {
  const { members, ...rest } = trusted<{ members: MemberOfSchema1[] | Record<string, string> }>(record);
  if (!Array.isArray(members)) return record;
  const byId = Object.fromEntries(members.map(({ user_id, right }) => [user_id, right]));
  return trusted<AnyRecord>({ ...rest, members: byId });
}

/** Brings a record of a folder with schema `from` to the schema of this program. */
export function upgraderFrom(from: number): (collection: CollectionName, record: AnyRecord) => AnyRecord {
  const steps = MIGRATIONS.filter((migration) => migration.from >= from);
  if (steps.length === 0) return (_collection, record) => record;
  return (collection, record) => {
    let current = record;
    for (const step of steps) current = step.upgrade(collection, current);
    return current;
  };
}

/** The collections whose files a folder with schema `from` has. */
export function collectionsIn(from: number): readonly ResidentName[] {
  const younger = new Set(MIGRATIONS.flatMap((step) => (step.from >= from ? (step.adds ?? []) : [])));
  return RESIDENT_NAMES.filter((name) => !younger.has(name));
}
