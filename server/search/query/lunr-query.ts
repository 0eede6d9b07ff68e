import type { Field, IndexReader } from '../index/index-reader.ts';
import { visitPrefix } from './expansion.ts';
import { visitOneEdit } from './one-edit.ts';

/** A clause as `lunr.Query` has it. `term` is a term of the index: analysis is the caller's. */
export interface LunrClause {
  term: string;
  /** All fields when absent. */
  fields?: readonly Field[];
  boost?: number;
  presence?: 'optional' | 'required' | 'prohibited';
  /** Where any characters may stand besides. */
  wildcard?: { leading?: boolean; trailing?: boolean };
  editDistance?: 0 | 1;
}

/** The live terms that a clause stands for. */
export function termsOfClause(
  index: IndexReader,
  { term, wildcard = {}, editDistance = 0 }: LunrClause,
): number[] {
  const { terms } = index;
  const found: number[] = [];
  const add = (number: number) => {
    if (terms.documentFrequency(number) > 0) found.push(number);
  };
  if (wildcard.leading) {
    const matches = (text: string) => (wildcard.trailing ? text.includes(term) : text.endsWith(term));
    for (let number = 0; number < terms.base.size + terms.added.length; number += 1) {
      if (matches(terms.textOf(number))) add(number);
    }
  } else if (wildcard.trailing) {
    visitPrefix(terms, term, add);
  } else if (editDistance === 1) {
    visitOneEdit(terms, term, add);
  } else {
    const number = terms.find(term);
    if (number !== -1) add(number);
  }
  return found;
}
