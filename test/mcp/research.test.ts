import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clients, documentIn, toCallResult, type TestClient } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';
import { bearer, legacy, post } from './raw.ts';

let connector: Connector;
let ada: Person;

beforeEach(async () => {
  ({ connector, ada } = await startEngineering());
});

afterEach(() => connector.close());

/** The shapes are those that ChatGPT’s research demands: one text item of JSON, and nothing beside it. */
describe.each(clients)('search and fetch, called with the $label client', ({ connect }) => {
  let client: TestClient;
  let id: string;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
    const input = { title: 'Valve reset', markdown: 'Turn the “valve”.\r\n', tags: ['ops'] };
    id = documentIn(await client.call('create_doc', input)).id;
  });

  test('search(query) answers {results: [{id, title, url}]}', async () => {
    const { structured, texts } = await client.call('search', { query: 'valve' });
    const url = new URL(`/documents/${id}`, connector.url).href;
    expect(structured).toEqual({ results: [{ id, title: 'Valve reset', url }] });
    expect(texts).toEqual([JSON.stringify(structured)]);
    expect((await client.call('search', { query: 'nothing' })).structured).toEqual({ results: [] });
  });

  test('fetch(id) answers {id, title, text, url, metadata}, for an id and for a result’s url', async () => {
    const { structured: found } = await client.call('search', { query: 'valve' });
    const url = String(Object(found['results'])[0].url);
    for (const reference of [id, url]) {
      const { structured, texts } = await client.call('fetch', { id: reference });
      expect(Object.keys(structured)).toEqual(['id', 'title', 'text', 'url', 'metadata']);
      expect(structured).toMatchObject({
        id,
        title: 'Valve reset',
        text: 'Turn the “valve”.\r\n',
        url,
        metadata: { space: 'engineering', status: 'draft', tags: ['ops'], version: 1 },
      });
      expect(texts).toEqual([JSON.stringify(structured)]);
      expect(structured['metadata']).not.toHaveProperty('next');
    }
  });

  test('fetch says when a text holds characters that people do not see (security M4)', async () => {
    const markdown = 'Seen.\u{E0041}\u{E0042}';
    const hidden = documentIn(await client.call('create_doc', { title: 'Tags', markdown }));
    const { structured } = await client.call('fetch', { id: hidden.id });
    expect(structured).toMatchObject({
      text: markdown,
      metadata: { remark: expect.stringContaining('2 invisible tag characters') },
    });
  });

  test('both refuse like every other tool, and find nothing that a viewer may not see', async () => {
    const ben = await connector.person('ben', 'viewer');
    const viewer = await connector.client(connect, ben.token);
    expect((await viewer.call('search', { query: 'valve' })).structured).toEqual({ results: [] });
    expect(await viewer.call('fetch', { id })).toMatchObject({
      isError: true,
      structured: { error: 'not_found', hint: expect.any(String) },
    });
    expect(await client.call('search', { query: 'x', limit: 3 })).toMatchObject({ isError: true });
  });
});

test.each([
  ['prose', 'Turn the valve. '],
  ['line feeds', '\n'],
  ['quotes and backslashes', '"\\'],
  ['control characters', '\u0001'],
  ['characters of two units', '😀'],
])(
  'fetch: an answer has less than 100,000 characters, and metadata says how to read on: %s',
  async (_kind, piece) => {
    const markdown = piece.repeat(150_000 / piece.length);
    const call = (name: string, input: object) =>
      post(connector.url, legacy('tools/call', { name, arguments: input }), bearer(ada.token));
    const created = await call('create_doc', { title: 'Long', markdown });
    const { id } = documentIn(toCallResult(created.json.result));
    const reply = await call('fetch', { id });
    expect(reply.text.length).toBeLessThan(100_000);
    const { text, metadata } = Object(reply.json.result?.['structuredContent']);
    expect(text.length).toBeGreaterThan(5_000);
    expect(metadata).toMatchObject({
      total_chars: markdown.length,
      next: `This is the beginning. Read on with read_doc, id ${id} and offset ${text.length}.`,
    });
    const rest = await call('read_doc', { id, offset: metadata.next_offset, max_chars: 100 });
    const { markdown: following } = Object(rest.json.result?.['structuredContent']);
    expect(markdown.startsWith(text + following)).toBe(true);
  },
);
