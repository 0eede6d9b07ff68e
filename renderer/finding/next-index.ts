/** Where a key goes in a list of so many lines; round and round with the arrows. Undefined for keys that go nowhere. */
export function nextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'PageDown':
      return Math.min(index + 8, count - 1);
    case 'PageUp':
      return Math.max(index - 8, 0);
    default:
      return undefined;
  }
}
