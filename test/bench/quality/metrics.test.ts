import { describe, expect, it } from 'vitest';
import { judge, type Judged } from './metrics.ts';

const question = (grades: Record<string, number>): Judged => ({
  text: 'any',
  grades: new Map(Object.entries(grades)),
});

/** Documents that are relevant to nothing. */
const others = (count: number): string[] => Array.from({ length: count }, (_, number) => `other_${number}`);

describe('judging answers', () => {
  it('gives 1 for the relevant documents in the order of their grades', async () => {
    const quality = await judge(() => ['best', 'good', 'other'], [question({ good: 1, best: 3 })]);
    expect(quality).toEqual({ ndcg10: 1, mrr10: 1, recall10: 1, recall100: 1 });
  });

  it('discounts a gain by the logarithm of its place', async () => {
    const { ndcg10, mrr10 } = await judge(() => ['other', 'only'], [question({ only: 1 })]);
    expect(ndcg10).toBeCloseTo(1 / Math.log2(3), 12);
    expect(mrr10).toBe(0.5);
  });

  it('looks at ten places only, for recall at 100 at a hundred', async () => {
    const late = await judge(() => [...others(10), 'only'], [question({ only: 1 })]);
    expect(late).toEqual({ ndcg10: 0, mrr10: 0, recall10: 0, recall100: 1 });
    const tooLate = await judge(() => [...others(100), 'only'], [question({ only: 1 })]);
    expect(tooLate.recall100).toBe(0);
  });

  it('is the mean over all questions, those without an answer included', async () => {
    const found = question({ only: 1 });
    const lost: Judged = { ...found, text: 'lost' };
    const quality = await judge((text) => (text === 'lost' ? [] : ['only']), [found, lost]);
    expect(quality).toEqual({ ndcg10: 0.5, mrr10: 0.5, recall10: 0.5, recall100: 0.5 });
  });
});
