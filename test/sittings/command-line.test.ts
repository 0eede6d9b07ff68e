import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clients, documentIn, type TestClient } from '../mcp/clients.ts';
import { commandLine, serve } from '../cli/command-line.ts';

const TEXT = 'Fill.\n\nBoil.\n\nPour.\n';

interface Sitting {
  id: string;
  client: string;
  writes: number;
  documents: number;
  undone_at: string | null;
}
interface Undone {
  message: string;
  items: { id: string; title: string; outcome: string; did: string[]; left: string[] }[];
}

/** `commonplace undo SITTING`, after an assistant has worked through the connector of a real server. */
describe('what an assistant did, taken back on the command line', () => {
  let cli: ReturnType<typeof commandLine>;
  let server: Awaited<ReturnType<typeof serve>>;
  let assistant: TestClient;
  let token: string;
  let folder: string;
  let secret: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-undo-'));
    cli = commandLine(join(folder, 'data'));
    await cli.json(['init', '--username', 'ada']);
    await cli.json(['space', 'add', 'archive', '--name', 'Archive']);
    const create = ['token', 'create', '--user', 'ada', '--name'];
    const secretOf = async (name: string) => (await cli.json<{ token: string }>([...create, name])).token;
    [token, secret] = [await secretOf('script'), await secretOf('Claude')];
    await start();
  });
  afterAll(async () => {
    await assistant.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    server = await serve(join(folder, 'data'));
    const client = clients.find(({ era }) => era === 'modern');
    if (!client) throw new Error('There is no client to test with.');
    assistant = await client.connect(new URL('/api/mcp', server.url), secret);
  }

  const rest = async (method: string, path: string, body?: object, as = token) => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const json: Record<string, unknown> = JSON.parse(await answer.text());
    return { status: answer.status, json };
  };
  const page = async (title: string, more: object = {}) =>
    String((await rest('POST', '/documents', { space: 'notes', title, content: TEXT, ...more })).json['id']);
  const state = async (id: string) => {
    const { title, content, status, space, tags } = (await rest('GET', `/documents/${id}`)).json;
    return { title, content, status, space, tags };
  };
  const sittings = async () => (await cli.json<{ items: Sitting[] }>(['sitting', 'list'])).items;
  const running = async () => {
    const isRunning = ({ client, undone_at: at }: Sitting) => client === 'Claude' && at === null;
    return (await sittings()).find(isRunning)?.id ?? '';
  };

  it('created, edited, moved, published: everything is as before, and a person’s own work stays', async () => {
    const [edited, moved, published] = [await page('Edited'), await page('Moved'), await page('Draft')];
    const before = await Promise.all([edited, moved, published].map(state));
    const call = async (name: string, input: object) => documentIn(await assistant.call(name, { ...input }));
    const made = await call('create_doc', { title: 'Made up', markdown: 'x', space: 'notes' });
    await call('update_doc', { id: edited, find: 'Boil.', markdown: 'Boil twice.', tags: ['hot'] });
    await call('update_doc', { id: moved, space: 'archive', title: 'Elsewhere' });
    await call('update_doc', { id: published, publish: true });
    await rest('PATCH', `/documents/${edited}`, {
      content: TEXT.replace('Boil.', 'Boil twice.').replace('Pour', 'Pour slowly'),
    });

    const all = await sittings();
    const claude = all.find(({ client }) => client === 'Claude');
    expect(claude).toMatchObject({ writes: 4, documents: 4, undone_at: null });
    expect(all.map(({ client }) => client).toSorted()).toEqual(['Claude', 'script']);
    const id = claude?.id ?? '';
    const dry = await cli.json<Undone>(['undo', id, '--dry-run']);
    expect(dry.message).toBe('Nothing was changed. This would come of it: taken back: 4.');
    expect(await state(published)).toMatchObject({ status: 'published' });

    const undone = await cli.json<Undone>(['undo', id]);
    expect(undone.items).toEqual(dry.items);
    expect(undone.message).toBe('Taken back: 4.');
    const slowly = { ...before[0], content: TEXT.replace('Pour', 'Pour slowly') };
    expect(await Promise.all([edited, moved, published].map(state))).toEqual([slowly, ...before.slice(1)]);
    expect((await rest('GET', `/documents/${made.id}`)).status).toBe(404);
    expect((await rest('GET', '/trash')).json).toMatchObject({ items: [{ id: made.id }] });
    expect((await cli.json<Undone>(['undo', id])).message).toBe('Nothing is left to take back.');
    const { items } = await cli.json<{ items: object[] }>(['audit', 'list', '--sitting', id]);
    expect(items).toMatchObject(
      [{ action: 'sittings.undo', via: 'cli' }, {}, {}, {}, {}].map((entry, index) =>
        index === 0 ? entry : { sitting: id },
      ),
    );
  });

  it('in words: what was done, what stays and why', async () => {
    const id = await page('Kettle');
    await assistant.call('update_doc', { id, find: 'Boil.', markdown: 'Boil twice.', title: 'Pot' });
    await rest('PATCH', `/documents/${id}`, { content: TEXT.replace('Boil.', 'Boil gently.') });
    const sitting = await running();
    const shown = await cli.run(['sitting', 'show', sitting]);
    expect(shown.out).toContain(`document ${id}`);
    expect(shown.out).toContain(`npx commonplace undo ${sitting} --data`);
    const { code, out } = await cli.run(['undo', sitting]);
    expect(code).toBe(0);
    expect(out).toBe(
      `“Pot” (${id}), version 4\n` +
        '  Changed back: title.\n' +
        '  ! The text stays: ada changed the same passages afterwards.\n' +
        'Taken back in part: 1.\n',
    );
    expect((await cli.run(['sitting', 'show', sitting])).out).toContain('Taken back');
    expect((await cli.run(['sitting', 'list'])).out).toContain(sitting);
  });

  it('a sitting too large for one commit is taken back in several, and told as one', async () => {
    const input = (index: number) => ({ title: `Page ${index}`, space: 'notes' });
    for (let index = 0; index < 55; index += 1) {
      await rest('POST', '/documents', input(index), secret);
      await assistant.call('create_doc', input(index));
    }
    const undone = await cli.json<Undone & { remaining: number }>(['undo', await running()]);
    expect(undone.items.filter(({ outcome }) => outcome === 'undone')).toHaveLength(110);
    expect(undone.message).toContain('10 more are to be looked at: call again.\nTaken back: 10.');
    expect(undone.remaining).toBe(0);
  });

  it('a sitting that is not there is an error that says so', async () => {
    expect(await cli.run(['undo', 'sit_00000000000'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No such sitting'),
    });
  });

  it('a sitting goes on over a restart, and is taken back whether a server runs or not', async () => {
    const id = await page('Page');
    await assistant.call('update_doc', { id, markdown: 'one\n' });
    const sitting = await running();
    await assistant.close();
    await server.stop();
    await start();
    await assistant.call('update_doc', { id, markdown: 'two\n' });
    expect(await running()).toBe(sitting);
    await server.stop();
    const undone = await cli.json<Undone>(['undo', sitting]);
    expect(undone).toMatchObject({
      message: 'Taken back: 1.',
      items: [{ id, did: ['Changed back: text.'] }],
    });
  });
});
