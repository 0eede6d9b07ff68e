/** `1 space`, `3 spaces`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Says what part of a list this is and how to get the next one. */
export function pageSentence(
  { items, total, offset }: { items: readonly unknown[]; total: number; offset: number },
  noun: string,
): string {
  const end = offset + items.length;
  if (items.length === total) return `${counted(total, noun)}.`;
  if (items.length === 0) return `${counted(total, noun)}, none from offset ${offset} on.`;
  const shown = `${counted(total, noun)}, of which ${offset + 1} to ${end}`;
  return end < total ? `${shown}; go on with offset ${end}.` : `${shown}; this is the end.`;
}
