import type { ProposedFields } from './change-request.ts';
import type { DocumentHead, Version } from './document.ts';

/** A version without its text: histories are long, and texts too. */
export type VersionState = Omit<Version, 'content'>;

/** Neighbouring versions of a document that one sitting made, or that others made. */
export interface Run {
  isOfSitting: boolean;
  /** The state before the first of them. */
  before: VersionState;
  /** The state that the last of them left. */
  after: VersionState;
  changesText: boolean;
  /** Ids of the people who made them. */
  people: readonly string[];
}

/** Fields that are taken back one by one. */
export type FieldName = 'title' | 'summary' | 'tags' | 'type' | 'status' | 'space' | 'parent';

type State = Pick<DocumentHead, 'title' | 'summary' | 'tags' | 'type' | 'status' | 'space_id' | 'parent_id'>;

const FIELDS: { [Name in FieldName]: (state: State) => ProposedFields } = {
  title: ({ title }) => ({ title }),
  summary: ({ summary }) => ({ summary }),
  tags: ({ tags }) => ({ tags }),
  type: ({ type }) => ({ type }),
  status: ({ status }) => ({ status }),
  space: ({ space_id }) => ({ space_id }),
  parent: ({ parent_id }) => ({ parent_id }),
};

const NAMES: readonly FieldName[] = ['title', 'summary', 'tags', 'type', 'status', 'space', 'parent'];

export interface FieldsWithout {
  /** What to set so that they are as they were before the sitting. */
  fields: ProposedFields;
  taken: FieldName[];
  /** Fields that the sitting changed and others changed after it: they stay. */
  kept: { field: FieldName; people: readonly string[] }[];
}

/** "Metadata fields taken back unless changed by others since." `runs` are in order and begin with one of the sitting. */
export function fieldsWithout(runs: readonly Run[], current: State): FieldsWithout {
  const without: FieldsWithout = { fields: {}, taken: [], kept: [] };
  for (const field of NAMES) {
    const { wanted, original, changedSinceBy } = fieldWithout(runs, FIELDS[field]);
    if (!wanted) continue;
    if (!isSame(wanted, FIELDS[field](current))) {
      Object.assign(without.fields, wanted);
      without.taken.push(field);
    } else if (changedSinceBy.length > 0 && !isSame(wanted, original)) {
      without.kept.push({ field, people: changedSinceBy });
    }
  }
  settlePlace(without, current);
  return without;
}

function fieldWithout(runs: readonly Run[], read: (state: State) => ProposedFields) {
  const original = runs[0] && read(runs[0].before);
  let wanted = original;
  let isTheirs = false;
  let changedSinceBy: readonly string[] = [];
  for (const { isOfSitting, before, after, people } of runs) {
    if (isSame(read(before), read(after))) continue;
    if (isOfSitting) {
      isTheirs = true;
    } else {
      wanted = read(after);
      if (isTheirs) changedSinceBy = people;
      isTheirs = false;
    }
  }
  return { wanted, original, changedSinceBy: isTheirs ? [] : changedSinceBy };
}

/** Where a page is belongs together: the page above it decides on the space. */
function settlePlace(without: FieldsWithout, current: State): void {
  if (!without.taken.includes('space') || without.taken.includes('parent')) return;
  const nestedSince = without.kept.find(({ field }) => field === 'parent');
  if (!nestedSince && current.parent_id === null) return;
  if (nestedSince) without.kept.push({ ...nestedSince, field: 'space' });
  leaveOut(without, 'space');
}

/** Leaves fields as they are after all. */
export function leaveOut(without: FieldsWithout, ...fields: readonly FieldName[]): void {
  without.taken = without.taken.filter((field) => !fields.includes(field));
  if (fields.includes('space')) delete without.fields.space_id;
  if (fields.includes('parent')) delete without.fields.parent_id;
}

/** Whether people changed a page itself, and did not just move it with the page above it. */
export function isChangeOfItsOwn({ before, after, changesText }: Run): boolean {
  return (
    changesText ||
    NAMES.some((field) => field !== 'space' && !isSame(FIELDS[field](before), FIELDS[field](after)))
  );
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
