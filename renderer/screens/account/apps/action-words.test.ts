import { describe, expect, it } from 'vitest';
import { operations } from '../../../../server/operations/registry.ts';
import { actionWords, resultWords } from './action-words.ts';

/** What a program may call with its token: no person's, no owner's and no visitor's operation. */
const open = operations.filter(({ reach }) => reach === undefined).map(({ name }) => name);

/** Rare through an assistant, and named well enough by themselves. */
const unnamed = open.filter((name) => actionWords(name) === name);

describe('what an app did, in words', () => {
  it.each(['documents.read', 'documents.create', 'documents.update', 'search.query', 'spaces.list'])(
    '%s has words of its own',
    (name) => {
      expect(open).toContain(name);
      expect(unnamed).not.toContain(name);
    },
  );

  it('names no operation that does not exist', () => {
    const all = new Set(operations.map(({ name }) => name));
    expect(all.has('connected_apps.connect')).toBe(true);
    expect(actionWords('something.new')).toBe('something.new');
  });

  it('says how a call ended when it did not just do what it says', () => {
    const words = (result: string) => resultWords({ action: 'documents.update', result });
    expect(words('ok')).toBeNull();
    expect(words('queued')).toBe('waits for review');
    expect(words('refused: version_conflict')).toBe('refused: the page had changed meanwhile');
    expect(words('refused: of_a_later_version')).toBe('refused');
  });
});
