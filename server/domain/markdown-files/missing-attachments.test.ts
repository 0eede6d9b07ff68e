import { expect, it } from 'vitest';
import { newId } from '../identifier.ts';
import { missingAttachments } from './missing-attachments.ts';

const [one, two, theirs, mine] = Array.from({ length: 4 }, () => newId('attachment'));
const show = (id: string | undefined, name = 'pump.png') => `![](/attachments/${id}/${name})`;
const planned = (id = '') => ({ id, document: 'doc_1', path: 'pump.png', name: 'pump.png' });

it.each([
  ['a picture that the page shows and lacks', show(one), [], [one]],
  ['none that it has', show(one), [one], []],
  ['none that its text shows no more', 'Without.', [], []],
  ['none when there are two of its name now, so that nobody can tell', show(one) + show(two), [], []],
  ['none under an id that is none', show('att_00000000000x'), [], []],
])('gives %s', (_what, existing, present, expected) => {
  const found = missingAttachments(show(mine), existing, [planned(mine)], new Set(present as string[]));
  expect(found).toEqual(expected.map((id) => planned(id)));
});

it('tells pictures of one name by their order', () => {
  const found = missingAttachments(
    show(theirs) + show(mine) + show(theirs),
    show(one) + show(two) + show(one),
    [planned(theirs), planned(mine)],
    new Set([one ?? '']),
  );
  expect(found).toEqual([planned(two)]);
});
