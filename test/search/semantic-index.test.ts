import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import type { SearchIndex, SearchRequest } from '../../server/search-ports.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { createLogger } from '../../server/log.ts';
import { buildSemanticWorld, EVERYTHING, isReady, type SemanticWorld } from './semantic-world.ts';
import { PATIENCE } from '../patience.ts';

let world: SemanticWorld;
let index: SearchIndex;

beforeEach(async () => {
  world = await buildSemanticWorld();
  await world.write('health', '# Care\n\nThe physician treats every disease.');
  await world.write('cars', '# Fleet\n\nEach automobile is washed on Friday by the doctor of cars.');
  await world.write('rest', '# Time off\n\nA holiday is asked for in spring.');
  index = createSearchIndex({
    store: world.store,
    log: createLogger('silent'),
    semantic: world.search,
    answerWithinMs: PATIENCE.timeout,
  });
  while ((await search('warm up')).partial);
});
afterEach(async () => {
  await index.close();
  await world.end();
});

function search(q: string, over: Partial<SearchRequest> = {}) {
  return index.search({ query: parseSearchQuery(q).query, ...EVERYTHING, limit: 25, offset: 0, ...over });
}

async function switchOn(): Promise<void> {
  await world.configure(world.setting());
  await world.until(isReady);
}

/** Specification: "Search is always full-text. It is fused with semantic retrieval when a provider is configured." */
describe('a search', () => {
  it('finds words alone while no provider is set, and asks nobody', async () => {
    const { hits, total } = await search('doctor');
    expect(hits.map(({ id, match }) => [id, match])).toEqual([['cars', 'keyword']]);
    expect(total).toBe(1);
    expect(world.provider.requests).toEqual([]);
    expect((await index.status()).semantic.state).toBe('off');
  });

  it('finds words and meaning together, says which, and shows the section that is closest', async () => {
    await switchOn();
    const { hits, total } = await search('doctor sickness');
    expect(total).toBe(2);
    expect(hits.find(({ id }) => id === 'health')).toMatchObject({
      match: 'semantic',
      reasons: ['meaning'],
      section: 'Care',
      anchor: 'care',
      snippet: expect.stringContaining('physician'),
    });
    expect(hits.find(({ id }) => id === 'cars')).toMatchObject({
      match: expect.stringMatching(/keyword|both/),
    });
    for (const { score } of hits) expect(score).toBeGreaterThan(0.01);
  });

  it('does not send what a person is still typing, nor exclusions', async () => {
    await switchOn();
    const before = world.provider.requests.length;
    await search('doctor', { asYouType: true });
    await search('-physician');
    expect(world.provider.requests).toHaveLength(before);
    await search('doctor -automobile');
    expect(world.provider.inputs.at(-1)).toBe('doctor');
  });

  it('gives the same list in pages, with the same total on each', async () => {
    await switchOn();
    const whole = await search('doctor holiday');
    expect(whole.total).toBe(3);
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => search('doctor holiday', { limit: 1, offset })),
    );
    expect(pages.flatMap(({ hits }) => hits)).toEqual(whole.hits);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
  });

  it('is full-text when the provider is down, and diagnostics say so', async () => {
    await switchOn();
    await world.provider.die();
    const { hits, total } = await search('doctor');
    expect([hits.map(({ id, match }) => [id, match]), total]).toEqual([[['cars', 'keyword']], 1]);
    await world.until(({ state }) => state === 'failing');
    expect((await index.status()).semantic).toMatchObject({
      problem: 'The embeddings provider does not answer.',
      retry_at: expect.any(String),
      embedded: 3,
      documents: 3,
    });
    await world.provider.listen();
  });
});
