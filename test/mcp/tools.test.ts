import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clients, documentIn, type TestClient } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';

let connector: Connector;
let ada: Person;

beforeEach(async () => {
  ({ connector, ada } = await startEngineering());
});

afterEach(() => connector.close());

async function create(client: TestClient, input: Record<string, unknown>) {
  return documentIn(await client.call('create_doc', { title: 'Page', ...input }));
}

describe.each(clients)('the tools, called with the $label client', ({ connect }) => {
  let client: TestClient;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
  });

  test('create_doc: "Creates a document from markdown. Draft by default."', async () => {
    const reply = await client.call('create_doc', {
      title: 'Runbook',
      markdown: '# Steps',
      tags: ['ops'],
      type: 'sop',
    });
    expect(reply.structured).toMatchObject({
      document: {
        title: 'Runbook',
        status: 'draft',
        space: 'engineering',
        tags: ['ops'],
        type: 'sop',
        version: 1,
      },
    });
    expect(reply.structured).not.toHaveProperty('document.content');
    expect(reply.texts[0]).toMatch(
      /^Created “Runbook” \(doc_[0-9a-z]{12}\) in engineering, version 1, draft\.$/,
    );
  });

  test('create_doc with publish, an editor in a strict workspace: a draft, and the request is queued', async () => {
    const reply = await client.call('create_doc', { title: 'Policy', markdown: 'x', publish: true });
    expect(reply.structured).toMatchObject({
      document: { status: 'draft' },
      note: expect.stringContaining('review'),
      change_request_id: expect.stringMatching(/^cr_/),
    });
    expect(reply.texts[0]).toContain(String(reply.structured['change_request_id']));
  });

  test('create_doc with publish in an open workspace: published', async () => {
    await connector.settings({ approval_mode: 'open' });
    expect((await create(client, { markdown: 'x', publish: true })).status).toBe('published');
  });

  test.each(['markdown', 'content', 'text'])('the text of a document may be called %s', async (argument) => {
    const { id } = await create(client, { [argument]: 'the words' });
    await client.call('update_doc', { id, [argument]: 'other words' });
    expect((await client.call('read_doc', { id })).structured).toMatchObject({
      markdown: 'other words',
      version: 2,
    });
  });

  test('a document may be named by id, doc_id or document_id, and a query by q', async () => {
    const { id } = await create(client, { markdown: 'the words' });
    for (const argument of ['id', 'doc_id', 'document_id']) {
      expect((await client.call('read_doc', { [argument]: id })).structured).toMatchObject({
        document: { id },
      });
      expect((await client.call('fetch', { [argument]: id })).structured).toMatchObject({ id });
    }
    expect((await client.call('search_docs', { q: 'words' })).structured).toMatchObject({ items: [{ id }] });
  });

  test('"unknown arguments fail by name", and the refusal names those that there are', async () => {
    const reply = await client.call('search_docs', { query: 'x', colour: 'red', toString: 'x' });
    expect(reply).toMatchObject({ isError: true, structured: { error: 'bad_request' } });
    expect(reply.texts[0]).toBe(
      'colour: is not a field of this request; toString: is not a field of this request. Correct this and call search_docs again. The arguments that it knows: query, space, type, tag, limit, offset.',
    );
    const none = await client.call('list_spaces', { space: 'x' });
    expect(none.texts[0]).toContain('The arguments that it knows: none.');
  });

  test('two names for the text at once are refused, because one of them would be lost', async () => {
    const reply = await client.call('create_doc', { title: 'Page', markdown: 'a', content: 'b' });
    expect(reply).toMatchObject({ isError: true, structured: { error: 'bad_request' } });
    expect(reply.texts[0]).toContain('markdown and content are the same argument');
  });

  test('read_doc: "Returns the full markdown body and metadata", byte for byte, by id or by URL', async () => {
    const markdown = '# Title\r\n\n\tTab “quotes” \\ and 🏔\n';
    const { id } = await create(client, { markdown });
    for (const reference of [id, `https://kb.example.com/documents/${id}`]) {
      const { structured, texts } = await client.call('read_doc', { id: reference });
      expect(structured).toMatchObject({
        markdown,
        version: 1,
        offset: 0,
        next_offset: null,
        total_chars: markdown.length,
      });
      expect(structured).toMatchObject({
        document: { id, status: 'draft' },
        path: [],
        sub_pages: [],
        backlinks: [],
      });
      expect(texts[1]).toBe(markdown);
      expect(JSON.parse(texts[2] ?? '')).toEqual({ ...structured, markdown: undefined });
    }
  });

  test('read_doc carries path, sub-pages and backlinks only "when enabled in the workspace"', async () => {
    const parent = await create(client, { title: 'Parent' });
    const child = await create(client, { title: 'Child', parent: parent.id });
    const { structured } = await client.call('read_doc', { id: child.id });
    expect(structured).toMatchObject({ path: [{ id: parent.id, title: 'Parent' }] });
    await connector.settings({ nested_pages: false, backlinks: false });
    const bare = await client.call('read_doc', { id: child.id });
    for (const name of ['path', 'sub_pages', 'backlinks']) expect(bare.structured).not.toHaveProperty(name);
  });

  test('read_doc of a page with hundreds of sub-pages and backlinks names 50 of each and says how many there are', async () => {
    const hub = await create(client, { title: 'Hub' });
    const link = `[Hub](/documents/${hub.id})`;
    const pages = Array.from({ length: 60 }, (_, page) => ({ title: `Page ${page}`, markdown: link }));
    await Promise.all(pages.map((page) => create(client, { ...page, parent: hub.id })));
    const { structured, texts } = await client.call('read_doc', { id: hub.id });
    expect(structured['sub_pages']).toHaveLength(50);
    expect(structured['backlinks']).toHaveLength(50);
    expect(texts[0]).toContain('Of 60 sub-pages and 60 backlinks the first 50 are named');
    expect(texts.join('').length).toBeLessThan(20_000);
  });

  test('read_doc pages through a long text: 60,000 characters unless told otherwise', async () => {
    const markdown = 'word '.repeat(25_000);
    const { id } = await create(client, { markdown });
    const pages: string[] = [];
    for (let offset: unknown = 0; offset !== null;) {
      const { structured } = await client.call('read_doc', { id, offset });
      pages.push(String(structured['markdown']));
      offset = structured['next_offset'];
    }
    expect(pages.map(({ length }) => length)).toEqual([60_000, 60_000, 5_000]);
    expect(pages.join('')).toBe(markdown);
    const { texts } = await client.call('read_doc', { id, max_chars: 10 });
    expect(texts[0]).toContain('Characters 0 to 10 of 125000 follow; go on with offset 10.');
    const beyond = await client.call('read_doc', { id, offset: 125_001 });
    expect(beyond).toMatchObject({ isError: true, structured: { error: 'bad_request' } });
  });

  test('read_doc gives the outline, and one section by heading or anchor', async () => {
    const { id } = await create(client, { markdown: '# A\n\none\n\n## B\n\ntwo\n\n# C\n' });
    const { structured, texts } = await client.call('read_doc', { id, format: 'outline' });
    expect(structured).toMatchObject({
      outline: [
        { level: 1, title: 'A', anchor: 'a', offset: 0, chars: 21 },
        { level: 2, title: 'B', anchor: 'b', offset: 10, chars: 11 },
        { level: 1, title: 'C', anchor: 'c', offset: 21, chars: 4 },
      ],
    });
    expect(structured).not.toHaveProperty('markdown');
    expect(texts[0]).toContain('3 headings');
    const section = await client.call('read_doc', { id, section: 'B' });
    expect(section.structured).toMatchObject({ markdown: '## B\n\ntwo\n\n', section: 'b', total_chars: 11 });
    const unknown = await client.call('read_doc', { id, section: 'Z' });
    expect(unknown).toMatchObject({ isError: true, structured: { error: 'not_found' } });
    expect(unknown.texts[0]).toContain('format outline');
  });

  test('list_docs and search_docs page and filter; "Viewers see published only"', async () => {
    await connector.settings({ approval_mode: 'open' });
    const live = await create(client, {
      title: 'Valve reset',
      markdown: 'turn the valve',
      tags: ['ops'],
      publish: true,
    });
    await create(client, { title: 'Valve draft', markdown: 'turn the valve' });
    const ben = await connector.person('ben', 'viewer');
    const viewer = await connector.client(connect, ben.token);
    for (const [asked, expected] of [[client, 2] as const, [viewer, 1] as const]) {
      expect((await asked.call('list_docs')).structured).toMatchObject({
        total: expected,
        limit: 25,
        offset: 0,
      });
      expect((await asked.call('search_docs', { query: 'valve' })).structured).toMatchObject({
        total: expected,
      });
    }
    const page = await client.call('list_docs', { limit: 1, space: 'engineering' });
    expect(page.texts[0]).toBe('2 documents, of which 1 to 1; go on with offset 1.');
    const tagged = await client.call('search_docs', { query: 'valve', tag: 'ops' });
    expect(tagged.structured).toMatchObject({ items: [{ id: live.id, title: 'Valve reset' }], total: 1 });
    expect((await client.call('list_docs', { limit: 500 })).structured).toMatchObject({ limit: 100 });
  });

  test('search_docs that finds nothing names the closest titles', async () => {
    const { id } = await create(client, { title: 'Valve reset' });
    connector.services.search.closestTitles = async () => [{ id }];
    const reply = await client.call('search_docs', { query: 'vlave' });
    expect(reply.structured).toMatchObject({ items: [], suggestions: [{ id, title: 'Valve reset' }] });
    expect(reply.texts[0]).toBe(
      `0 documents. Try fewer or other words. Closest titles: “Valve reset” (${id}).`,
    );
  });

  test('read_doc names similar documents beside the beginning, where the workspace shows backlinks', async () => {
    const { id } = await create(client, { title: 'Page', markdown: '# One\n\ntext' });
    const other = await create(client, { title: 'Other page' });
    connector.services.search.similarDocuments = async () => [{ id: other.id, score: 1 }];
    const read = async (more: object) => (await client.call('read_doc', { id, ...more })).structured;
    const similar = [{ id: other.id, title: 'Other page', status: 'draft' }];
    expect(await read({})).toMatchObject({ similar });
    expect(await read({ format: 'outline' })).toMatchObject({ similar });
    expect(await read({ offset: 3 })).not.toHaveProperty('similar');
    expect(await read({ section: 'one' })).not.toHaveProperty('similar');
    await connector.settings({ backlinks: false });
    expect(await read({})).not.toHaveProperty('similar');
  });

  test('update_doc of a draft is applied, and the reply says as which version', async () => {
    const { id } = await create(client, { markdown: 'old' });
    const reply = await client.call('update_doc', {
      id,
      markdown: 'new',
      title: 'Better',
      expected_version: 1,
      note: 'why',
    });
    expect(reply.structured).toMatchObject({
      outcome: 'applied',
      changed: ['content', 'title'],
      document: { version: 2 },
    });
    expect(reply.texts[0]).toBe(`Applied as version 2 of “Better” (${id}), draft. Changed: content, title.`);
    const again = await client.call('update_doc', { id, markdown: 'new' });
    expect(again.structured).toMatchObject({ outcome: 'unchanged', document: { version: 2 } });
  });

  test('update_doc with publish, "editor in strict mode": the draft is saved, "the publish request is queued"', async () => {
    const { id } = await create(client, { markdown: 'old' });
    const reply = await client.call('update_doc', { id, markdown: 'new', publish: true });
    expect(reply.structured).toMatchObject({
      outcome: 'publishing_waits',
      document: { status: 'draft', version: 2 },
      change_request_id: expect.stringMatching(/^cr_/),
    });
    expect(reply.texts[0]).toContain('Publishing goes through review');
  });

  test('update_doc of a published document "by an editor, strict mode": queued, "the client is told this"', async () => {
    await connector.settings({ approval_mode: 'open' });
    const { id } = await create(client, { markdown: 'live', publish: true });
    await connector.settings({ approval_mode: 'strict' });
    const reply = await client.call('update_doc', { id, markdown: 'changed' });
    expect(reply).toMatchObject({
      isError: false,
      structured: { outcome: 'queued', document: { version: 1 } },
    });
    expect(reply.texts[0]).toContain('until an approver decides');
    expect(reply.texts[0]).toContain(String(reply.structured['change_request_id']));
    expect((await client.call('read_doc', { id })).structured).toMatchObject({ markdown: 'live' });
  });

  test('update_doc with publish: false publishes nothing and takes nothing back', async () => {
    await connector.settings({ approval_mode: 'open' });
    const { id } = await create(client, { markdown: 'live', publish: true });
    const reply = await client.call('update_doc', { id, title: 'New title', publish: false });
    expect(reply.structured).toMatchObject({ outcome: 'applied', document: { status: 'published' } });
  });

  test('update_doc "moves between spaces"', async () => {
    await connector.space('archive');
    const { id } = await create(client, { space: 'engineering', markdown: 'x' });
    const reply = await client.call('update_doc', { id, space: 'archive' });
    expect(reply.structured).toMatchObject({ outcome: 'applied', document: { space: 'archive' } });
  });

  test('update_doc against an old version is refused, with the version that is there', async () => {
    const { id } = await create(client, { markdown: 'old' });
    await client.call('update_doc', { id, markdown: 'theirs' });
    const reply = await client.call('update_doc', { id, markdown: 'mine', expected_version: 1 });
    expect(reply).toMatchObject({
      isError: true,
      structured: { error: 'version_conflict', current_version: 2 },
    });
    expect((await client.call('read_doc', { id })).structured).toMatchObject({ markdown: 'theirs' });
  });

  test('update_doc without a change names its own arguments', async () => {
    const { id } = await create(client, { markdown: 'x' });
    const reply = await client.call('update_doc', { id });
    expect(reply).toMatchObject({
      isError: true,
      structured: {
        error: 'bad_request',
        hint: 'Fields: title, summary, tags, type, space, parent, markdown, publish.',
      },
    });
  });

  test.each([
    ['an unknown argument is named', 'create_doc', { title: 'x', colour: 'red' }, 'colour'],
    ['a missing argument is named', 'create_doc', { markdown: 'x' }, 'title'],
    ['a wrong type is named', 'read_doc', { id: 7 }, 'id'],
    ['a missing query is named', 'search_docs', {}, 'query'],
    ['a value out of range is named', 'list_docs', { limit: 0 }, 'limit'],
    ['status is not an argument', 'update_doc', { id: 'doc_1', status: 'draft' }, 'status'],
    ['nothing to change is said', 'update_doc', { id: 'doc_1', title: '' }, 'title'],
  ])('bad arguments are results, not protocol errors: %s', async (_label, tool, input, named) => {
    const reply = await client.call(tool, input);
    expect(reply).toMatchObject({ isError: true, structured: { error: 'bad_request' } });
    expect(reply.structured['message']).toContain(named);
    expect(reply.structured['hint']).toEqual(expect.stringMatching(/\.$/));
  });
});

test('read_doc says that a text holds tag characters, which people do not see', async () => {
  const [{ connect } = { connect: undefined }] = clients;
  if (!connect) throw new Error('There is no client to test with.');
  const client = await connector.client(connect, ada.token);
  const { id } = await create(client, { markdown: 'plain \u{E0041}\u{E0042} text' });
  const reply = await client.call('read_doc', { id });
  expect(reply.texts[0]).toContain('2 invisible tag characters');
  expect(reply.texts[1]).toBe('plain \u{E0041}\u{E0042} text');
});
