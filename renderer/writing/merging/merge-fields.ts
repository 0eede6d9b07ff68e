import { mergeParts, type MergedPart } from '../../../server/domain/merge.ts';
import { settledText, startOf, type Choice, type Conflict } from '../../screens/review/settled-text.ts';
import { FIELD_NAMES, isSame, type FieldName, type PageFields } from '../editing/page-fields.ts';

export type Side = 'live' | 'proposed';
type OtherField = Exclude<FieldName, 'content'>;

/** Three states of a page, and what to decide so that nothing of either side is lost. */
export interface PageMerge {
  base: PageFields;
  theirs: PageFields;
  mine: PageFields;
  parts: MergedPart[];
  /** Passages of the text that both changed differently. */
  conflicts: Conflict[];
  /** Other fields that both changed differently. */
  fields: OtherField[];
}

/** What the writer decided: a side for each conflicting passage, in their order, and for each conflicting field. */
export interface Decisions {
  passages: readonly (Choice | undefined)[];
  fields: Partial<Record<OtherField, Side>>;
}

const OTHER_FIELDS = FIELD_NAMES.filter((name) => name !== 'content');

/** Compares what is on screen with what somebody else saved, by what both were before. */
export function mergePage(base: PageFields, theirs: PageFields, mine: PageFields): PageMerge {
  const parts = mergeParts(base.content, theirs.content, mine.content);
  return {
    base,
    theirs,
    mine,
    parts,
    conflicts: parts.filter((part) => part.kind === 'conflict'),
    fields: OTHER_FIELDS.filter(
      (name) =>
        !isSame(base[name], theirs[name]) &&
        !isSame(base[name], mine[name]) &&
        !isSame(theirs[name], mine[name]),
    ),
  };
}

/** How much is still to be decided. */
export function undecided({ conflicts, fields }: PageMerge, decisions: Decisions): number {
  const passages = decisions.passages.filter((choice) => choice !== undefined).length;
  return conflicts.length - passages + fields.filter((name) => decisions.fields[name] === undefined).length;
}

/** What comes of the merge: of what only one side changed, that side's; of a passage that is undecided, both. */
export function mergedPage(merge: PageMerge, decisions: Decisions): PageFields {
  const { base, theirs, mine } = merge;
  const picked = OTHER_FIELDS.map((name) => {
    const isTheirs = isSame(base[name], mine[name]) || decisions.fields[name] === 'live';
    return [name, (isTheirs ? theirs : mine)[name]];
  });
  const fields: PageFields = { ...mine, ...Object.fromEntries(picked) };
  const settled = merge.conflicts.map((conflict, index) => {
    const choice = decisions.passages[index] ?? 'both';
    return { choice, text: startOf(conflict, choice) };
  });
  return { ...fields, content: settledText(merge.parts, settled) ?? mine.content };
}
