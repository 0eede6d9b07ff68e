/** A part of the views that follows one collection. */
export interface View<T> {
  /** Takes in one record while filling; order comes later, all at once. */
  fill(record: T): void;
  /** Follows one change of a commit. */
  apply(before: T | undefined, after: T | undefined): void;
}

/** A place that records stand in, with the two ways of putting them there. */
interface Place<T> {
  append(record: T): void;
  add(record: T): void;
  remove(record: T): void;
}

/** Follows a collection by taking the old record out and putting the new one in. */
export function viewOf<T>(place: Place<T>): View<T> {
  return {
    fill: (record) => place.append(record),
    apply(before, after) {
      if (before) place.remove(before);
      if (after) place.add(after);
    },
  };
}
