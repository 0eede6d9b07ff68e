import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '../../server/config.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { connectApp } from '../../server/operations/connected-apps/connect.ts';
import { commandLine, serve, workspaceFolder } from './command-line.ts';

const PUBLIC = { env: { COMMONPLACE_BASE_URL: 'https://kb.example.com' } };

/** A workspace of `ada`, who has let Claude in at the address that it has by default. */
async function workspaceWithApp() {
  const folder = await workspaceFolder();
  const config = parseConfig({
    flags: { data: folder },
    env: {},
    platform: process.platform,
    home: '/nonexistent',
  });
  const connection = await openFolder(config);
  const { app } = await connection.run(connectApp, {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    name: 'Claude',
    identity_host: 'claude.ai',
    redirect_host: 'claude.ai',
    scopes: ['read', 'write'],
    trust_level: 'review',
  });
  await connection.close();
  return { ...commandLine(folder), id: app.id };
}

describe('commonplace app', () => {
  it('lists who is connected, how far each may go, and when it was last used', async () => {
    const { run, json, id } = await workspaceWithApp();
    expect((await run(['app', 'list'])).out).toMatch(
      new RegExp(`${id} +ada +Claude +claude\\.ai +review +read\\+write +\\S+ \\S+ +- +connected\\n`),
    );
    expect(await json(['app', 'list', '--user', 'ada'])).toMatchObject({
      items: [{ id, name: 'Claude', trust_level: 'review', last_used_at: null, needs_reconnect: false }],
      total: 1,
    });
    const unknown = await run(['app', 'list', '--user', 'bob']);
    expect(unknown.err).toContain('No such user');
    expect(unknown.code).not.toBe(0);
  });

  it('changes how far an app may go, and says what that means', async () => {
    const { run, json, id } = await workspaceWithApp();
    const { out } = await run(['app', 'trust', id, 'drafts']);
    expect(out).toBe(
      'Claude of ada: Drafts only. It reads what you may read, and creates and changes drafts. Published pages stay as they are.\n',
    );
    expect(await json(['app', 'trust', id, 'full'])).toMatchObject({ id, trust_level: 'full' });
    const wrong = await run(['app', 'trust', id, 'everything']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('read, drafts, review, full') });
  });

  it('disconnects an app for good', async () => {
    const { run, json, id } = await workspaceWithApp();
    expect((await run(['app', 'disconnect', id])).out).toBe(
      'Disconnected Claude of ada. Its next call is refused.\n',
    );
    expect((await run(['app', 'list'])).out).toBe(
      'No app is connected. See how: npx commonplace app config claude\n',
    );
    expect(await json(['app', 'list', '--all'])).toMatchObject({
      items: [{ id, disconnected_at: expect.any(String) }],
    });
    expect((await run(['app', 'disconnect', 'app_000000000000'])).err).toContain('No such connected app');
    const { items } = await json<{ items: { action: string }[] }>(['audit', 'list', '--limit', '2']);
    expect(items.map(({ action }) => action)).toEqual([
      'connected_apps.disconnect',
      'connected_apps.connect',
    ]);
  });

  it('says which apps must reconnect after the public address has changed', async () => {
    const { run, json } = await workspaceWithApp();
    expect(await json(['app', 'list'], PUBLIC)).toMatchObject({ items: [{ needs_reconnect: true }] });
    expect((await run(['app', 'list'], PUBLIC)).out).toContain(
      'must reconnect: was at http://127.0.0.1:7420',
    );
  });

  it('shows how a program is connected, for the current address', async () => {
    const { run } = commandLine(await workspaceFolder());
    const hidden = (await run(['app', 'config', 'claude'])).out;
    expect(hidden).toContain(
      'cannot reach http://127.0.0.1:7420. Give the workspace a public https address first.',
    );
    const { out } = await run(['app', 'config', 'claude'], PUBLIC);
    expect(out).toMatch(/^Claude\n\n1\. In Claude, open Settings/);
    expect(out).toMatch(/Connector URL:\n\nhttps:\/\/kb\.example\.com\/api\/mcp\n$/);
    expect((await run(['app', 'config', 'claude-code'], PUBLIC)).out).toContain(
      'claude mcp add --transport http commonplace https://kb.example.com/api/mcp\n',
    );
  });
});

describe('commonplace token create', () => {
  const create = ['token', 'create', '--user', 'ada', '--name', 'mine'];

  it('--for prints what a program wants, with the token in it', async () => {
    const { run, json } = commandLine(await workspaceFolder());
    const { out, err } = await run([...create, '--for', 'claude-code'], PUBLIC);
    expect(out).toMatch(
      /claude mcp add --transport http commonplace https:\/\/kb\.example\.com\/api\/mcp --header "Authorization: Bearer cpl_pat_\w{49}"\n$/,
    );
    expect(err).toContain('This is the only time it is shown.');
    const made = await json<{ token: string; config: { snippets: { text: string }[] } }>(
      [...create, '--for', 'cursor'],
      PUBLIC,
    );
    expect(JSON.parse(made.config.snippets[0]?.text ?? '')).toEqual({
      mcpServers: {
        commonplace: {
          url: 'https://kb.example.com/api/mcp',
          headers: { Authorization: `Bearer ${made.token}` },
        },
      },
    });
    const local = await run([...create, '--for', 'vscode']);
    expect(local.out).toContain('http://127.0.0.1:7420 is not a public https address');
  });

  it('--for knows the programs that take a token; Claude and ChatGPT sign in', async () => {
    const { run } = commandLine(await workspaceFolder());
    const { code, err } = await run([...create, '--for', 'claude']);
    expect(code).toBe(2);
    expect(err).toContain('claude-code, cursor, vscode, http');
  });

  it('a token that never expires needs to be meant', async () => {
    const { run } = commandLine(await workspaceFolder());
    const { code, err } = await run([...create, '--expires', 'never']);
    expect(code).not.toBe(0);
    expect(err).toContain('--confirm-never');
    expect((await run([...create, '--expires', 'never', '--confirm-never'])).err).toContain('never expires');
  });

  it('what it prints for plain HTTP works against the server that runs', async () => {
    const folder = await workspaceFolder();
    const { url } = await serve(folder);
    const snippetsSchema = z.object({
      config: z.object({ snippets: z.array(z.object({ title: z.string(), text: z.string() })) }),
    });
    const { config } = snippetsSchema.parse(await commandLine(folder).json([...create, '--for', 'http']));
    const answers = config.snippets.map(async ({ title, text }) => [title, (await asCurl(text)).status]);
    expect(await Promise.all(answers)).toEqual([
      ['REST', 200],
      ['Connector', 200],
    ]);
    expect(config.snippets[0]?.text).toContain(url);
  });
});

/** Sends what a command for curl says, taken apart by a real shell. */
function asCurl(command: string): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const headers = new Headers();
  let body: string | undefined;
  let address = '';
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const value = words[index + 1] ?? '';
    if (word === '-H') headers.append(...headerOf(value));
    else if (word === '-d') body = value;
    else address = word;
    if (word.startsWith('-')) index += 1;
  }
  return fetch(address, { headers, ...(body !== undefined && { method: 'POST', body }) });
}

function headerOf(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
}
