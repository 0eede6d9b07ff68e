import { beforeEach, describe, expect, it } from 'vitest';
import { createIdleSearch } from '../../../test/fakes/idle-search.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { AppError } from '../../errors.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../search-ports.ts';
import { createDocument } from '../documents/create.ts';
import { searchDocuments } from './query.ts';

let workspace: TestWorkspace;
/** What the index was asked, and what it answers. */
let asked: SearchRequest[];
let answer: SearchResult;
let titles: string[];
let suggested: string[];

beforeEach(() => {
  workspace = buildWorkspace();
  asked = [];
  suggested = [];
  titles = [];
  answer = { hits: [], total: 0, relaxed: false, partial: false };
  workspace.services.search = createIdleSearch({
    search: async (request) => {
      asked.push(request);
      return answer;
    },
    closestTitles: async ({ text }) => {
      suggested.push(text);
      return titles.map((id) => ({ id }));
    },
  });
});

const search = (q: string, more: object = {}) => workspace.as('viewer', searchDocuments, { q, ...more });

async function filterOf(q: string, more: object = {}) {
  await search(q, more);
  return asked.at(-1)?.filter;
}

async function publish(title: string, more: object = {}): Promise<string> {
  const input = { space: 'handbook', title, status: 'published', ...more };
  return (await workspace.as('admin', createDocument, input)).document.id;
}

const hit = (id: string): SearchHit => ({
  id,
  score: 2.5,
  match: 'keyword',
  reasons: ['words', 'typo'],
  snippet: 'A kettle.',
  section: 'Use',
  anchor: 'use',
});

describe('what a search asks for', () => {
  const idOf = (username: string) => workspace.services.views.userByName(username)?.id;
  const spaceId = (slug: string) => workspace.services.views.spaceBySlug(slug)?.id;

  it('"operators AND-ed with words; values may be quoted; repeat = OR within one operator"', async () => {
    const q =
      'kettle type:sop type:Policy tag:a tag:"b c" space:handbook author:ada author:"The admin" status:draft';
    workspace.addUser('viewer', 'ada');
    expect(await filterOf(q)).toEqual({
      types: ['sop', 'policy'],
      tags: ['a', 'b c'],
      space_ids: [spaceId('handbook')],
      author_ids: [idOf('admin'), idOf('ada')],
      statuses: ['draft'],
    });
    expect(asked[0]?.query.words).toEqual([{ text: 'kettle', prefix: false }]);
  });

  it('a value that names nothing matches nothing', async () => {
    expect(await filterOf('type:memo space:nowhere author:nobody')).toEqual({
      types: [],
      space_ids: [],
      author_ids: [],
    });
  });

  it('a minus before an operator leaves its values out, and what names nothing leaves nothing out', async () => {
    expect(await filterOf('-type:sop -tag:old -tag:a -status:draft')).toEqual({
      types: ['technical', 'policy', 'knowledge'],
      without_tags: ['old', 'a'],
      statuses: ['published'],
    });
    workspace.addSpace('ops');
    expect(await filterOf('-space:ops')).toEqual({ space_ids: [spaceId('handbook')] });
    expect((await filterOf('-author:admin'))?.author_ids).not.toContain(idOf('admin'));
    expect((await filterOf('-type:memo'))?.types).toHaveLength(4);
  });

  it('an operator, its exclusion and a parameter all hold', async () => {
    const q = 'type:sop type:policy -type:sop tag:a';
    expect(await filterOf(q, { type: 'policy', tag: 'b', space: 'handbook' })).toEqual({
      types: ['policy'],
      tags: ['a'],
      and_tags: ['b'],
      space_ids: [spaceId('handbook')],
    });
    expect(await filterOf('type:sop', { type: 'policy' })).toEqual({ types: [] });
  });

  it('a space that the reader does not see is not found as a parameter, and matches nothing as an operator', async () => {
    workspace.addSpace('closed', { visibility: 'private' });
    await expect(search('x', { space: 'closed' })).rejects.toMatchObject({ code: 'not_found' });
    await search('space:closed');
    expect(asked[0]?.visible.map(({ space_id }) => space_id)).toEqual([spaceId('handbook')]);
  });

  it.each(['""', '"', '-*', '-"%"', ' ', '“ ”'])(
    'that holds nothing to look for, such as %j, is answered with nothing, as signs are',
    async (q) => {
      answer = { hits: [hit(await publish('Kettle'))], total: 1, relaxed: false, partial: false };
      expect(await search(q)).toMatchObject({ items: [], total: 0, relaxed: false, suggestions: [] });
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['tag:a', {}],
    ['-tag:a', {}],
    ['-kettle', {}],
    ['""', { space: 'handbook' }],
  ])('lists what %s leaves, with %j', async (q, more) => {
    await search(q, more);
    expect(asked).toHaveLength(1);
  });

  it('as you type, the last word may not be complete, and the index knows', async () => {
    await search('reset pum', { as_you_type: true });
    expect(asked[0]).toMatchObject({
      asYouType: true,
      query: { words: [{ text: 'reset' }, { text: 'pum', unfinished: true }] },
    });
  });
});

describe('what a search answers', () => {
  it('says of each document where it was found and why', async () => {
    const id = await publish('Kettle', { tags: ['kitchen'] });
    answer = { hits: [hit(id)], total: 1, relaxed: false, partial: true };
    expect(await search('ketle')).toMatchObject({
      items: [
        {
          id,
          title: 'Kettle',
          space: 'handbook',
          type: 'knowledge',
          status: 'published',
          tags: ['kitchen'],
          snippet: 'A kettle.',
          section: 'Use',
          anchor: 'use',
          score: 2.5,
          match: 'keyword',
          reasons: ['words', 'typo'],
          url: `https://kb.example.com/documents/${id}`,
        },
      ],
      total: 1,
      limit: 25,
      offset: 0,
      relaxed: false,
      partial: true,
      suggestions: [],
    });
  });

  it('neither shows nor counts what the index found and the reader may not see', async () => {
    const draft = await publish('Draft', { status: 'draft' });
    answer = { hits: [hit(draft), hit('doc_unknown')], total: 3, relaxed: false, partial: false };
    expect(await search('x')).toMatchObject({ items: [], total: 1 });
  });
});

describe('suggestions', () => {
  it('name the closest titles when nothing was found, at most three, and none that are hidden', async () => {
    const pages = await Promise.all(
      ['Kettle', 'Kettle care', 'Kettles', 'Tea kettle'].map((name) => publish(name)),
    );
    titles = [await publish('Kettle plans', { status: 'draft' }), 'doc_unknown', ...pages];
    const { suggestions } = await search('ketle "tea pot" type:sop -steam');
    expect(suggestions.map(({ title }) => title)).toEqual(['Kettle', 'Kettle care', 'Kettles']);
    expect(suggested).toEqual(['ketle tea pot']);
  });

  it('are made of a relaxed answer too, without what it holds anyway, and of no other', async () => {
    const [found, other] = [await publish('Kettle'), await publish('Kettles')];
    titles = [found, other];
    answer = { hits: [hit(found)], total: 1, relaxed: true, partial: false };
    expect((await search('kettle zebra')).suggestions).toEqual([{ id: other, title: 'Kettles' }]);
    answer = { ...answer, relaxed: false };
    expect((await search('kettle')).suggestions).toEqual([]);
    answer = { ...answer, hits: [] };
    expect((await search('kettle', { offset: 25 })).suggestions).toEqual([]);
  });

  it('name the document whose id or address was searched for', async () => {
    const id = await publish('Kettle');
    for (const q of [id, ` https://kb.example.com/documents/${id}?x=1 `]) {
      expect((await search(q)).suggestions).toEqual([{ id, title: 'Kettle' }]);
    }
  });

  it('are not asked for without words, and are left out when they cannot be had', async () => {
    expect((await search('tag:none')).suggestions).toEqual([]);
    expect(suggested).toEqual([]);
    workspace.services.search = createIdleSearch({
      closestTitles: () => Promise.reject(new AppError('unavailable', 'Search is being restarted.')),
    });
    expect(await search('kettle')).toMatchObject({ items: [], suggestions: [] });
  });
});
