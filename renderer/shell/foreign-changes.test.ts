import { describe, expect, it } from 'vitest';
import { withChange } from './foreign-changes.ts';

const document = (id: string, by: string, client: string | null = null) => ({ id, title: id, by, client });
const change = (...documents: ReturnType<typeof document>[]) => ({ collections: ['documents'], documents });

describe('what others changed', () => {
  it('is news when somebody else did it, or an app in the reader’s own name', () => {
    const foreign = [document('a', 'Eve'), document('b', 'Ada', 'Claude')];
    expect(withChange([], change(...foreign), 'Ada')).toEqual(foreign);
  });

  it('is no news when the reader did it', () => {
    const known = [document('a', 'Eve')];
    expect(withChange(known, change(document('b', 'Ada')), 'Ada')).toBe(known);
  });

  it('counts a document once, the last changed one at the end', () => {
    const known = [document('a', 'Eve'), document('b', 'Eve')];
    expect(withChange(known, change(document('a', 'Bob')), 'Ada')).toEqual([
      document('b', 'Eve'),
      document('a', 'Bob'),
    ]);
  });
});
