import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddingsProvider } from '../fakes/embeddings-provider.ts';
import { commandLine, serve, temporaryFolder } from './command-line.ts';

const SET = [
  'settings',
  'set-embeddings',
  '--kind',
  'openai',
  '--url',
  'https://api.example.com/v1/',
  '--model',
  'small',
];

async function workspace() {
  const folder = await temporaryFolder();
  const line = commandLine(folder);
  await line.json(['init', '--username', 'ada']);
  return { folder, ...line };
}

describe('the provider of search by meaning', () => {
  it('is set, shown and switched off', async () => {
    const { json, run } = await workspace();
    const provider = { kind: 'openai', url: 'https://api.example.com/v1', model: 'small', dimensions: 512 };
    expect(await json([...SET, '--dimensions', '512'])).toEqual({ embeddings: provider });
    expect((await run(['settings', 'get', 'embeddings'])).out).toBe(
      'small at https://api.example.com/v1 (openai, 512 dimensions)\n',
    );
    expect((await run(['settings', 'set', 'embeddings', 'off'])).out).toBe('embeddings is now off.\n');
    expect(await json(['settings', 'get', 'embeddings'])).toEqual({ embeddings: 'off' });
  });

  it('says that texts leave the machine from now on', async () => {
    const { run } = await workspace();
    expect((await run(SET)).err).toContain('Texts of all documents, drafts too, are sent there');
  });

  it('has its key read from standard input and kept in a file of its owner, never shown', async () => {
    const { folder, json, run } = await workspace();
    await json(SET);
    const kept = await run(['settings', 'set-embeddings-key', '--stdin'], { input: 'sk-secret\n' });
    expect(kept).toMatchObject({ code: 0, out: 'The key is kept, for https://api.example.com only.\n' });
    const file = join(folder, 'secrets', 'embeddings.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      origin: 'https://api.example.com',
      key: 'sk-secret',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const shown = await Promise.all([run(['settings', 'get']), run(['audit', 'list', '--json'])]);
    expect(JSON.stringify([kept, shown])).not.toContain('sk-secret');
    expect(await json(['settings', 'set-embeddings-key', '--remove'])).toEqual({ origin: null });
  });

  it('is refused with words that say what to do', async () => {
    const { run } = await workspace();
    const refusals: [string[], string][] = [
      [['settings', 'set', 'embeddings', 'openai'], 'settings set-embeddings'],
      [['settings', 'set-embeddings-key'], 'Say either --stdin or --remove.'],
      [[...SET, '--dimensions', 'many'], '--dimensions must be a number'],
      [[...SET.slice(0, 4), '--url', 'http://api.example.com', '--model', 'm'], 'must be an https address'],
    ];
    for (const [words, sentence] of refusals) {
      expect(await run(words)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
    }
    expect(await run(['settings', 'set-embeddings-key', '--stdin'], { input: 'sk-1' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no embeddings provider that the key could be for.'),
    });
  });

  it('set while a server runs, makes its next searches find by meaning; switched off, is asked nothing more', async () => {
    const { folder, json, run } = await workspace();
    const provider = await startEmbeddingsProvider();
    onTestFinished(() => provider.die());
    const server = await serve(folder, { COMMONPLACE_SEARCH: 'lunr' });
    const { token } = await json<{ token: string }>(['token', 'create', '--user', 'ada', '--name', 'test']);
    const request = async (path: string, body?: object) => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return answer.json() as Promise<{ items: { title: string; match: string; reasons: string[] }[] }>;
    };
    await request('/documents', {
      space: 'notes',
      title: 'Care',
      content: 'The physician treats every disease.',
    });
    const set = ['settings', 'set-embeddings', '--kind', 'openai', '--url', provider.url, '--model', 'small'];
    await json(set);
    await json(['settings', 'set-embeddings-key', '--stdin'], { input: 'sk-ours' });
    const isReady = async () => {
      const { semantic } = await json<{ semantic: { state: string; embedded: number } }>(['index', 'status']);
      return semantic.state === 'ready' && semantic.embedded === 1;
    };
    while (!(await isReady()));
    expect((await request('/search?q=doctor')).items).toMatchObject([
      { title: 'Care', match: 'semantic', reasons: ['meaning'] },
    ]);
    expect(provider.requests.at(-1)?.authorization).toBe('Bearer sk-ours');
    await json(['settings', 'set', 'embeddings', 'off']);
    const asked = provider.requests.length;
    expect((await request('/search?q=another+doctor')).items).toEqual([]);
    expect(provider.requests).toHaveLength(asked);
    expect((await run(['index', 'status'])).out).toContain('Search by meaning is off.');
    expect(server.log()).not.toContain('sk-ours');
  });
});
