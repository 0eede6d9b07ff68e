import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../../test/search/collection.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { createLiveIndex } from '../index/live-index.ts';
import { closestTitles } from './closest-titles.ts';

const TITLES = [
  'Pump maintenance',
  'Pump maintenance checklist',
  'Steam valve manual',
  'Expense policy',
  '知識管理',
];

function suggest(text: string, limit = 3): string[] {
  const index = createLiveIndex();
  for (const [number, title] of TITLES.entries()) {
    const document = makeDocument(() => 0, `doc_${number}`);
    index.put(analyseDocument({ ...document, title, content: 'pump policy manual steam' }));
  }
  const found = closestTitles(index, text, index.everything(), limit);
  return found.map(({ document }) => TITLES[Number(index.idOf(document).slice(4))] ?? '');
}

describe('the closest titles', () => {
  it.each([
    ['a typo', 'Stean valve manual', 'Steam valve manual'],
    ['several typos', 'Pupm maintenence', 'Pump maintenance'],
    ['an unfinished word', 'expense pol', 'Expense policy'],
    ['another form', 'pumps maintaining checklists', 'Pump maintenance checklist'],
    ['words besides', 'the manual of the old steam engine', 'Steam valve manual'],
    ['no spaces', '知識の管理', '知識管理'],
  ])('stand first in spite of %s', (_what, text, expected) => {
    expect(suggest(text)[0]).toBe(expected);
  });

  it('say as little besides as possible', () => {
    expect(suggest('pump maintenance')).toEqual(['Pump maintenance', 'Pump maintenance checklist']);
  });

  it('are none where only texts hold the words', () => {
    expect(suggest('nothing of this')).toEqual([]);
  });

  it('are as many as wanted', () => {
    expect(suggest('pump maintenance', 1)).toEqual(['Pump maintenance']);
    expect(suggest('pump', 0)).toEqual([]);
  });

  it('are looked for in bounded time, whatever the text', () => {
    expect(suggest(`${'pump '.repeat(100_000)}\uD800`).length).toBe(2);
  });
});
