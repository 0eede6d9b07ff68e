import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../server/search-ports.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { startRoles, type Roles } from './roles.ts';
import { PATIENCE } from '../patience.ts';

/** `GET /search` over real HTTP, with the index that the server has. */
let roles: Roles;
let index: SearchIndex;
let pump: string;

const MANUAL = [
  'Everything about the pump.',
  '## Daily work',
  'Look at the gauge. '.repeat(30),
  '## Reset `the` **valve**',
  'Turn the [pump valve](https://example.com) to the left, then wait.',
].join('\n\n');

beforeAll(async () => {
  roles = await startRoles();
  const { services, store } = roles.server.workspace;
  index = createSearchIndex({ store, log: services.log, answerWithinMs: PATIENCE.timeout });
  services.search = index;
  pump = await roles.published({ title: 'Pump manual', type: 'sop', tags: ['pumps'], content: MANUAL });
  await roles.published({
    title: 'Boiler inspection',
    type: 'policy',
    tags: ['old'],
    content: 'Inspect the valve.',
  });
  await roles.draft({ title: 'Hidden draft', content: 'valve' }, 'editor');
  while ((await search('manual')).partial === true);
});
afterAll(async () => {
  await roles.server.close();
  await index.close();
});

async function search(q: string, more = '', role: 'viewer' | 'editor' = 'viewer') {
  return (await roles.as(role, 'GET', `/search?q=${encodeURIComponent(q)}${more}`)).json;
}

describe('GET /search', () => {
  test('"Matching documents with plain-text snippets": the passage, its section and anchor, and why', async () => {
    expect(await search('"pump valve" wait type:sop tag:pumps', '&limit=5')).toMatchObject({
      items: [
        {
          id: pump,
          title: 'Pump manual',
          space: 'handbook',
          type: 'sop',
          match: 'keyword',
          section: 'Reset the valve',
          anchor: 'reset-the-valve',
          reasons: ['words', 'phrase'],
          snippet: expect.stringContaining('Turn the pump valve to the left, then wait.'),
        },
      ],
      total: 1,
      limit: 5,
      offset: 0,
      relaxed: false,
      suggestions: [],
    });
  });

  test.each([
    ['pum*', ['Pump manual'], ['prefix']],
    ['inspectoin', ['Boiler inspection'], ['typo']],
    ['tag:old', ['Boiler inspection'], []],
    ['valve -tag:old', ['Pump manual'], ['words']],
    ['valve -type:sop', ['Boiler inspection'], ['words']],
    ['valve -boiler', ['Pump manual'], ['words']],
  ])('%s finds %j', async (q, titles, reasons) => {
    expect(await search(q)).toMatchObject({
      items: titles.map((title) => ({ title, reasons })),
      total: titles.length,
    });
  });

  test('finds some of the words when nothing has all, says so, and suggests titles', async () => {
    expect(await search('manual zebra boiler')).toMatchObject({ relaxed: true, total: 2 });
    expect(await search('boiller inspektion report')).toMatchObject({
      suggestions: expect.not.arrayContaining([{ title: 'Hidden draft' }]),
    });
    expect(await search('zzzz')).toMatchObject({ items: [], total: 0, relaxed: false, suggestions: [] });
  });

  test('`as_you_type` takes the last word for a beginning, until a space ends it', async () => {
    expect(await search('boiler ins', '&as_you_type=true')).toMatchObject({ total: 1, relaxed: false });
    expect(await search('boiler ins ', '&as_you_type=true')).toMatchObject({ relaxed: true });
    expect(await search('boiler ins', '&as_you_type=false')).toMatchObject({ relaxed: true });
    const refused = await roles.as('viewer', 'GET', '/search?q=x&as_you_type=yes');
    expect(refused).toMatchObject({ status: 400, json: { error: 'bad_request' } });
  });

  test('pages fit together: the same order, each document once', async () => {
    const whole = await search('valve', '', 'editor');
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => search('valve', `&limit=1&offset=${offset}`, 'editor')),
    );
    expect(whole['items']).toHaveLength(3);
    expect(pages.flatMap(({ items }) => items)).toEqual(whole['items']);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
  });

  test('a viewer never finds a draft: `status:draft` is empty for them', async () => {
    expect(await search('hidden status:draft')).toMatchObject({ items: [], total: 0 });
    expect(await search('hidden status:draft', '', 'editor')).toMatchObject({ total: 1 });
  });

  test('a missing, empty or too long `q` is 400', async () => {
    for (const target of ['/search', '/search?q=', `/search?q=${'x'.repeat(2001)}`]) {
      expect(await roles.as('viewer', 'GET', target)).toMatchObject({
        status: 400,
        json: { error: 'bad_request' },
      });
    }
  });

  test('similar documents come from the same index', async () => {
    const answer = await roles.as('viewer', 'GET', `/documents/${pump}?include=similar`);
    expect(answer.json).toMatchObject({ similar: [{ title: 'Boiler inspection', status: 'published' }] });
  });
});
