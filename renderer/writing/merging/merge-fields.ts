import { mergeText } from '../../../server/domain/merge.ts';
import { mergeParts, settledText, type Choice, type MergePart } from '../../../server/domain/merge-parts.ts';
import { FIELD_NAMES, isSame, type FieldName, type PageFields } from '../editing/page-fields.ts';

export type Side = 'live' | 'proposed';
type OtherField = Exclude<FieldName, 'content'>;

/** Three states of a page, and what to decide so that nothing of either side is lost. */
export interface PageMerge {
  base: PageFields;
  theirs: PageFields;
  mine: PageFields;
  parts: MergePart[];
  /** Passages of the text that both changed differently. */
  conflicts: number;
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
  const parts = mergeParts(mergeText(base.content, theirs.content, mine.content).text);
  return {
    base,
    theirs,
    mine,
    parts,
    conflicts: parts.filter((part) => 'conflict' in part).length,
    fields: OTHER_FIELDS.filter(
      (name) =>
        !isSame(base[name], theirs[name]) && !isSame(base[name], mine[name]) && !isSame(theirs[name], mine[name]),
    ),
  };
}

/** How much is still to be decided. */
export function undecided({ conflicts, fields }: PageMerge, decisions: Decisions): number {
  const passages = decisions.passages.filter((choice) => choice !== undefined).length;
  return conflicts - passages + fields.filter((name) => decisions.fields[name] === undefined).length;
}

/** What comes of the merge: of what only one side changed, that side's. */
export function mergedPage(merge: PageMerge, decisions: Decisions): PageFields {
  const { base, theirs, mine } = merge;
  const picked = OTHER_FIELDS.map((name) => {
    const isTheirs = isSame(base[name], mine[name]) || decisions.fields[name] === 'live';
    return [name, (isTheirs ? theirs : mine)[name]];
  });
  const fields: PageFields = { ...mine, ...Object.fromEntries(picked) };
  return { ...fields, content: settledText(merge.parts, decisions.passages) };
}
