import { describe, expect, it } from 'vitest';
import { extentOf, nameOf } from './sitting-words.ts';

describe('a sitting in words', () => {
  it.each([
    [{ writes: 1, documents: 1 }, '1 change in 1 page'],
    [{ writes: 7, documents: 3 }, '7 changes in 3 pages'],
    [{ writes: 2, documents: 0 }, '2 changes'],
  ])('%j is “%s”', (sitting, words) => {
    expect(extentOf(sitting)).toBe(words);
  });

  it('names a thing by its title, or by what it is', () => {
    expect(nameOf({ title: 'Kettle', type: 'document' })).toBe('Kettle');
    expect(nameOf({ title: null, type: 'upload_link' })).toBe('Upload link');
    expect(nameOf({ title: null, type: 'training_thing' })).toBe('training thing');
  });
});
