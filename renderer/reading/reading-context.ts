import { createContext, useContext } from 'react';

/** Ticks of the checklists in a text, for the reader who looks at it. */
export interface Ticks {
  /** Whether the item is ticked; `initial` is what the text says. */
  isTicked(item: string, initial: boolean): boolean;
  tick(item: string, isTicked: boolean): void;
}

/** What the parts of a text know of the text around them. */
export interface Reading {
  /** The document that is read; null for a text that is none, such as a preview. */
  documentId: string | null;
  idPrefix: string;
  ticks: Ticks;
}

export const ReadingContext = createContext<Reading | undefined>(undefined);

/** @throws {Error} outside of a text */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error('A part of a text was rendered outside of one.');
  return reading;
}
