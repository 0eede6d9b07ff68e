import { useCallback, useState } from 'react';
import type { LiveChange } from '../../server/faces/app/contract.ts';

type ChangedDocument = LiveChange['documents'][number];

/** What others, or apps in the reader's own name, changed since the reader last took notice. */
export interface ForeignChanges {
  /** Documents, the last changed one at the end. */
  documents: readonly ChangedDocument[];
  note: (change: LiveChange) => void;
  dismiss: () => void;
}

const NONE: readonly ChangedDocument[] = [];

/**
 * @param ownName name of the reader: what they do themselves is no news to them. Undefined until it is known;
 *   nothing is on screen by then that could have changed
 */
export function useForeignChanges(ownName: string | undefined): ForeignChanges {
  const [documents, setDocuments] = useState(NONE);
  const note = useCallback(
    (change: LiveChange) => {
      if (ownName !== undefined) setDocuments((known) => withChange(known, change, ownName));
    },
    [ownName],
  );
  const dismiss = useCallback(() => setDocuments(NONE), []);
  return { documents, note, dismiss };
}

/** The documents of `known` and of a change, each once, the last changed one at the end. */
export function withChange(
  known: readonly ChangedDocument[],
  change: LiveChange,
  ownName: string,
): readonly ChangedDocument[] {
  const foreign = change.documents.filter(({ by, client }) => client !== null || by !== ownName);
  if (foreign.length === 0) return known;
  const byId = new Map(known.map((document) => [document.id, document]));
  for (const document of foreign) {
    byId.delete(document.id);
    byId.set(document.id, document);
  }
  return [...byId.values()];
}
