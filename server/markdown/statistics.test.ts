import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import { blockDefinitions } from './blocks/catalog.ts';
import { blockStatistics, lostBlocks } from './statistics.ts';

const count = (markdown: string) => finish(blockStatistics(markdown));
const examples = blockDefinitions.flatMap(({ name, syntax, alsoAccepted }) =>
  [syntax, ...alsoAccepted.map(({ example }) => example)].map((example) => ({ name, example })),
);

describe('statistics of blocks', () => {
  test.each(examples)('$name is counted once: $example', ({ name, example }) => {
    expect(count(`Before.\n\n${example}\n\nAfter.`).blocks[name]).toBe(1);
  });

  test('images are counted in every spelling, code is not', () => {
    expect(count('![a](b) x ![c][d]\n\n> - ![e](f)\n\n<img src="g">').images).toBe(4);
    expect(count('```\n![a](b)\n:::note\n```')).toEqual({ images: 0, blocks: {} });
  });

  test('single tabs are counted, and tasks in a row are one checklist', () => {
    expect(count('::::tabs\n:::tab[A]\n- [ ] a\n- [x] b\n:::\n:::tab[B]\nx\n:::\n::::').blocks).toEqual({
      tabs: 1,
      tab: 2,
      checklist: 1,
    });
  });

  test('what a new version has fewer of', () => {
    const before = '![a](b)\n\n> [!NOTE]\n> x\n\n```mermaid\npie\n```\n';
    expect(finish(lostBlocks(before, before))).toEqual([]);
    expect(finish(lostBlocks(before, '> [!TIP]\n> y\n'))).toEqual([
      { name: 'image', count: 1 },
      { name: 'mermaid', count: 1 },
    ]);
    expect(finish(lostBlocks('', before))).toEqual([]);
  });
});
