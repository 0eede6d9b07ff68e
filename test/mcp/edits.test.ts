import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../server/domain/identifier.ts';
import { clients, documentIn, type CallResult, type TestClient } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';

const TEXT = '# Kettle\n\nBoil water.\n\n## Steps\n\nFill it.\n\n## Care\n\nDescale it.\n';

let connector: Connector;
let ada: Person;

beforeEach(async () => {
  ({ connector, ada } = await startEngineering());
});

afterEach(() => connector.close());

describe.each(clients)('edits, called with the $label client', ({ connect }) => {
  let client: TestClient;
  let id: string;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
    id = documentIn(await client.call('create_doc', { title: 'Kettle', markdown: TEXT })).id;
  });

  const update = (input: Record<string, unknown>) => client.call('update_doc', { id, ...input });
  const text = async () => (await client.call('read_doc', { id })).structured['markdown'];

  test.each([
    [{ mode: 'append', markdown: 'Last.' }, `${TEXT}\nLast.`],
    [{ mode: 'prepend', markdown: 'First.' }, `First.\n\n${TEXT}`],
    [
      { mode: 'patch', find: 'Fill it.', markdown: 'Fill $& up.' },
      TEXT.replace('Fill it.', () => 'Fill $& up.'),
    ],
    [{ find: 'Fill it.', content: 'Empty it.' }, TEXT.replace('Fill it.', 'Empty it.')],
    [{ mode: 'section', section: 'Steps', markdown: 'Ask.' }, TEXT.replace('Fill it.', 'Ask.')],
    [{ section: '## steps', text: '## Work\n\nAsk.' }, TEXT.replace('Steps\n\nFill it.', 'Work\n\nAsk.')],
    [{ mode: 'replace', markdown: 'New' }, 'New'],
    [{ markdown: 'New' }, 'New'],
  ])('%j changes that and nothing else', async (input, expected) => {
    const reply = await update(input);
    expect(reply.structured).toMatchObject({
      outcome: 'applied',
      changed: ['content'],
      document: { version: 2 },
    });
    expect(await text()).toBe(expected);
  });

  test.each([
    [{ mode: 'patch', find: 'Boil milk.', markdown: 'x' }, 'not_found', 'does not occur'],
    [{ mode: 'patch', find: 'it.', markdown: 'x' }, 'bad_request', 'occurs 2 times'],
    [{ mode: 'patch', markdown: 'x' }, 'bad_request', 'find: is required with mode patch'],
    [{ mode: 'section', markdown: 'x' }, 'bad_request', 'section: is required with mode section'],
    [{ mode: 'section', section: 'Milk', markdown: 'x' }, 'not_found', 'format outline'],
    [
      { mode: 'append', find: 'it', markdown: 'x' },
      'bad_request',
      'find: goes with mode patch, not with append',
    ],
    [{ find: 'it', section: 'Care', markdown: 'x' }, 'bad_request', 'section: goes with mode section'],
    [{ mode: 'append' }, 'bad_request', 'markdown: is required with mode'],
    [{ mode: 'patch', find: '', markdown: 'x' }, 'bad_request', 'find: must not be empty'],
    [{ mode: 'insert', markdown: 'x' }, 'bad_request', 'mode: must be one of replace, append'],
  ])(
    '%j is refused, the reply says what to send instead, and nothing is written',
    async (input, error, said) => {
      const reply = await update(input);
      expect(reply).toMatchObject({
        isError: true,
        structured: { error, hint: expect.stringMatching(/\.$/) },
      });
      expect(reply.texts[0]).toContain(said);
      expect((await client.call('read_doc', { id })).structured).toMatchObject({
        version: 1,
        markdown: TEXT,
      });
    },
  );

  test('a heading that several sections have: their anchors are named, and one of them will do', async () => {
    await update({ mode: 'append', markdown: '## Care\n\nAgain.' });
    const reply = await update({ section: 'Care', markdown: 'x' });
    expect(reply.structured).toMatchObject({
      error: 'bad_request',
      hint: expect.stringContaining('care, care-1'),
    });
    await update({ section: 'care-1', markdown: 'Once more.' });
    expect(await text()).toBe(`${TEXT}\n## Care\n\nOnce more.`);
  });

  test('"an edit that changes nothing says so"', async () => {
    for (const input of [
      { mode: 'append', markdown: '' },
      { find: 'Fill it.', markdown: 'Fill it.' },
      { section: 'Steps', markdown: '## Steps\n\nFill it.\n' },
      { markdown: TEXT },
    ]) {
      expect((await update(input)).structured).toMatchObject({
        outcome: 'unchanged',
        document: { version: 1 },
      });
    }
  });

  test('dry_run answers the difference and changes nothing', async () => {
    const reply = await update({ find: 'Fill it.', markdown: 'Empty it.', dry_run: true });
    expect(reply.structured).toMatchObject({
      outcome: 'dry_run',
      changed: ['content'],
      document: { version: 1 },
      diff: expect.stringContaining('-Fill it.\n+Empty it.\n'),
    });
    expect(reply.texts[0]).toContain('Dry run: nothing was changed');
    expect(reply.texts[1]).toBe(reply.structured['diff']);
    expect(await text()).toBe(TEXT);
    const shrinking = await update({ markdown: '', title: 'Pot', dry_run: true });
    expect(shrinking).toMatchObject({ isError: false, structured: { changed: ['content', 'title'] } });
    expect((await update({ markdown: TEXT, dry_run: true })).texts[0]).toContain('would change nothing');
  });

  test('"losing more than half of a body, an image or a rich block needs allow_shrink"', async () => {
    const long = `${'word '.repeat(60)}\n\n![Plan](https://example.com/plan.png)\n\n:::note\nMind it.\n:::\n`;
    await update({ markdown: long });
    const refused = await update({ markdown: 'Short.' });
    expect(refused).toMatchObject({ isError: true, structured: { error: 'needs_confirmation' } });
    expect(refused.texts[0]).toMatch(/would remove 1 image, 1 × callout block and \d+ of \d+ characters/);
    expect(refused.structured['hint']).toContain('allow_shrink');
    const patch = { find: '![Plan](https://example.com/plan.png)', markdown: '' };
    expect((await update(patch)).texts[0]).toContain('would remove 1 image. Nothing was changed.');
    expect((await update({ markdown: 'Short.', dry_run: true })).texts[0]).toContain(
      'refused without allow_shrink',
    );
    expect(await text()).toBe(long);
    expect((await update({ ...patch, allow_shrink: true })).structured).toMatchObject({ outcome: 'applied' });
    expect((await update({ markdown: 'Short.', allow_shrink: true })).structured).toMatchObject({
      outcome: 'applied',
    });
  });

  test('create_doc and update_doc warn of what is probably not meant, with its line', async () => {
    const markdown = `# One\n\n![](https://example.com/a.png)\n\nSee [this](/documents/${newId('document')}).\n\n# Two\n`;
    const created = await client.call('create_doc', { title: 'Page', markdown });
    const warnings = [
      { code: 'missing_alt', line: 3 },
      { code: 'broken_link', line: 5 },
      { code: 'second_title', line: 7 },
    ];
    expect(created.structured).toMatchObject({ warnings });
    expect(created.texts[0]).toContain('3 warnings: line 3: ');
    expect((await update({ mode: 'replace', markdown, allow_shrink: true })).structured).toMatchObject({
      warnings,
    });
    const own = await update({
      mode: 'replace',
      markdown: `See [this](/documents/${id}).`,
      allow_shrink: true,
    });
    expect(own.structured).not.toHaveProperty('warnings');
  });

  test('a published document "by an editor, strict mode": the edit of the live text waits, warnings are said', async () => {
    await connector.settings({ approval_mode: 'open' });
    await update({ publish: true });
    await connector.settings({ approval_mode: 'strict' });
    const preview = await update({ mode: 'append', markdown: 'More.', dry_run: true });
    expect(preview.texts[0]).toContain('It would wait for review.');
    const reply = await update({ mode: 'append', markdown: '# Second' });
    expect(reply.structured).toMatchObject({ outcome: 'queued', warnings: [{ code: 'second_title' }] });
    const [request] = connector.services.views.changeRequests();
    expect(await connector.store.content('change_requests', request?.id ?? '')).toBe(`${TEXT}\n# Second`);
    expect(await text()).toBe(TEXT);
  });

  test('"unknown ids answer with the three closest titles", whatever tool is called', async () => {
    const asked: string[] = [];
    connector.services.search.closestTitles = async ({ text: words }) => {
      asked.push(words);
      return [{ id }];
    };
    for (const [tool, input] of [
      ['read_doc', {}],
      ['update_doc', { title: 'x' }],
    ] as const) {
      const reply = await client.call(tool, { id: 'kettel-care', ...input });
      expect(reply).toMatchObject({ isError: true, structured: { error: 'not_found' } });
      expect(reply.texts[0]).toContain(`Closest titles: “Kettle” (${id}).`);
    }
    expect(asked).toEqual(['kettel care', 'kettel care']);
  });

  test('a wrong parent is answered with a message about the parent, and the closest titles', async () => {
    connector.services.search.closestTitles = async () => [{ id }];
    for (const reply of [
      await update({ parent: 'kettel' }),
      await client.call('create_doc', { title: 'Lid', parent: 'kettel' }),
    ]) {
      expect(reply).toMatchObject({ isError: true, structured: { error: 'not_found' } });
      expect(reply.texts[0]).toMatch(/^parent: there is no such page, or you may not see it\./);
      expect(reply.texts[0]).toContain(`Closest titles: “Kettle” (${id}).`);
    }
  });

  test('patch finds a passage whatever ends its lines, and changes no line end elsewhere', async () => {
    await update({ mode: 'replace', markdown: 'one\r\n\r\ntwo\r\nthree\r\n', allow_shrink: true });
    await update({ find: 'two\nthree', markdown: 'three\nfour' });
    expect(await text()).toBe('one\r\n\r\nthree\r\nfour\r\n');
  });

  test('a title that the caller may not see is never named', async () => {
    connector.services.search.closestTitles = async () => [{ id }];
    const ben = await connector.person('ben', 'viewer');
    const viewer = await connector.client(connect, ben.token);
    const refusals = await Promise.all(
      [id, 'kettle'].map((wanted) => viewer.call('read_doc', { id: wanted })),
    );
    for (const { texts } of refusals) expect(texts.join(' ')).not.toContain('Kettle');
    expect(refusals[0]).toEqual(refusals[1]);
  });

  test('an unknown id that no title comes close to is refused all the same, also when search fails', async () => {
    const plain =
      'No such document, or you may not see it. Check the id; list the documents that you may see.';
    const read = async () => (await client.call('read_doc', { id: 'nothing' })).texts[0];
    expect(await read()).toBe(plain);
    connector.services.search.closestTitles = () => Promise.reject(new Error('broken'));
    expect(await read()).toBe(plain);
    connector.services.search.closestTitles = () => new Promise(() => undefined);
    expect(await read()).toBe(plain);
  });
});

const EDITORS = 32;

/** One edit as its editor would send it: each has a place of its own, and a mark to find it by. */
function editOf(editor: number): Record<string, unknown> {
  const mark = `mark-${editor}.`;
  switch (editor % 4) {
    case 0:
      return { mode: 'append', markdown: mark };
    case 1:
      return { mode: 'patch', find: `slot-${editor}.`, markdown: mark };
    case 2:
      return { mode: 'section', section: `Part ${editor}`, markdown: mark };
    default:
      return { mode: 'replace', markdown: mark };
  }
}

/** Replacing takes reading first: whoever was overtaken is told so, reads again and sends the whole text anew. */
async function replaceUntilApplied(client: TestClient, id: string, mark: string): Promise<CallResult[]> {
  const replies: CallResult[] = [];
  for (;;) {
    const { structured } = await client.call('read_doc', { id });
    const markdown = `${mark}\n\n${String(structured['markdown'])}`;
    const input = { id, mode: 'replace', markdown, expected_version: structured['version'] };
    const reply = await client.call('update_doc', input);
    replies.push(reply);
    if (!reply.isError) return replies;
  }
}

test.each(clients)(
  '32 clients that append, patch, replace sections and the whole text at once: no edit lost ($label)',
  async ({ connect }) => {
    const parts = Array.from({ length: EDITORS }, (_, editor) => `## Part ${editor}\n\nslot-${editor}.\n`);
    const people = await Promise.all(
      parts.map((_part, editor) => connector.person(`editor-${editor}`, 'editor')),
    );
    const editors = await Promise.all(people.map(({ token }) => connector.client(connect, token)));
    const [first] = editors;
    if (!first) throw new Error('There is no client to test with.');
    const created = await first.call('create_doc', { title: 'Shared', markdown: parts.join('\n') });
    const { id } = documentIn(created);
    const replies = await Promise.all(
      editors.map(async (client, editor) => {
        const edit = editOf(editor);
        if (edit['mode'] === 'replace') return replaceUntilApplied(client, id, String(edit['markdown']));
        return [await client.call('update_doc', { id, ...edit })];
      }),
    );
    for (const reply of replies.flat().filter(({ isError }) => isError)) {
      expect(reply.structured).toMatchObject({
        error: 'version_conflict',
        current_version: expect.any(Number),
        hint: expect.stringContaining('Read it again'),
      });
    }
    const { structured } = await first.call('read_doc', { id });
    const text = String(structured['markdown']);
    for (const [editor] of parts.entries()) {
      expect(text.split(`mark-${editor}.`)).toHaveLength(2);
      expect(text.split(`## Part ${editor}\n`)).toHaveLength(2);
      expect(text.includes(`slot-${editor}.`)).toBe(editor % 4 === 0 || editor % 4 === 3);
    }
    expect(structured['version']).toBe(EDITORS + 1);
  },
);
