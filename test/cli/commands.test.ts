import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, serve, temporaryFolder, workspaceFolder } from './command-line.ts';

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{12}$`));

/** "works the same whether a server is running on the folder or not" (design §7) */
describe.each(['without a server', 'with a server'])('every command, %s', (way) => {
  async function workspace() {
    const folder = await workspaceFolder();
    if (way === 'with a server') {
      const server = await serve(folder);
      onTestFinished(() => void server.child.kill('SIGKILL'));
    }
    return commandLine(folder);
  }

  it('people are added, listed, changed and disabled', async () => {
    const { json, run } = await workspace();
    const bob = await json(['user', 'add', 'bob', '--role', 'editor', '--password-stdin'], {
      input: 'a long enough secret\n',
    });
    expect(bob).toMatchObject({
      id: id('usr'),
      username: 'bob',
      role: 'editor',
      has_password: true,
      disabled: false,
    });
    expect(
      await json(['user', 'set', 'bob', '--role', 'approver', '--training-manager', '--name', 'Bob B.']),
    ).toMatchObject({
      role: 'approver',
      training_manager: true,
      name: 'Bob B.',
    });
    expect(await json(['user', 'disable', 'bob'])).toMatchObject({ username: 'bob', disabled: true });
    expect(await json(['user', 'set', 'bob', '--enable'])).toMatchObject({ disabled: false });
    expect(await json<{ total: number }>(['user', 'list'])).toMatchObject({ total: 2 });
    const invited = await run(['user', 'invite', 'eve', '--role', 'viewer']);
    expect(invited.err).toContain('Only this computer can open it.');
    const { out } = await run(['user', 'list']);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'USERNAME  NAME    ROLE      TRAINING  PASSWORD  STATE',
      'ada       ada     admin     manager   none      active',
      'bob       Bob B.  approver  manager   yes       active',
    ]);
  });

  it('spaces are added, listed, changed and given rights in', async () => {
    const { json, run } = await workspace();
    expect(
      await json(['space', 'add', 'ops', '--name', 'Operations', '--visibility', 'private']),
    ).toMatchObject({
      slug: 'ops',
      name: 'Operations',
      visibility: 'private',
    });
    await json(['user', 'add', 'bob', '--role', 'editor']);
    expect(await json(['space', 'member', 'ops', 'bob', 'edit'])).toEqual({
      slug: 'ops',
      username: 'bob',
      right: 'edit',
    });
    expect(await json(['space', 'set', 'ops', '--visibility', 'workspace'])).toMatchObject({
      visibility: 'workspace',
    });
    expect(await run(['space', 'set', 'ops'])).toMatchObject({
      code: 2,
      err: 'commonplace: Nothing to change: give at least one option.\n',
    });
    const { items } = await json<{ items: { slug: string }[] }>(['space', 'list']);
    expect(items.map(({ slug }) => slug)).toEqual(['notes', 'ops']);
  });

  it('tokens are created, shown once, listed and revoked', async () => {
    const { json, run } = await workspace();
    const created = await json<{ id: string; token: string }>([
      'token',
      'create',
      '--user',
      'ada',
      '--name',
      'ci',
      '--read-only',
    ]);
    // "`token create --json` prints {id, token, scopes}"
    expect(created).toEqual({
      id: id('tok'),
      token: expect.stringMatching(/^cpl_pat_\w{49}$/),
      scopes: ['read'],
    });
    const { out } = await run([
      'token',
      'create',
      '--user',
      'ada',
      '--name',
      'forever',
      '--expires',
      'never',
      '--confirm-never',
    ]);
    expect(out).toMatch(/^cpl_pat_\w{49}\n$/);
    const list = await json<{ items: { name: string; expires_at: string | null }[] }>([
      'token',
      'list',
      '--user',
      'ada',
    ]);
    const expiry = Object.fromEntries(list.items.map((token) => [token.name, token.expires_at]));
    expect(expiry['forever']).toBeNull();
    // "--expires 365d": the default
    expect(Date.parse(expiry['ci'] ?? '') - Date.now()).toBeGreaterThan(364 * 86_400_000);
    expect(JSON.stringify(list)).not.toContain(created.token);
    expect(await json(['token', 'revoke', created.id])).toMatchObject({
      id: created.id,
      revoked_at: expect.any(String),
    });
    expect((await run(['token', 'list'])).out).toMatch(/ci .* revoked\n/);
  });

  it('settings are read and changed, switches by on and off', async () => {
    const { json, run } = await workspace();
    expect(await json(['settings', 'set', 'approval_mode', 'open'])).toEqual({ approval_mode: 'open' });
    expect(await json(['settings', 'set', 'training', 'on'])).toEqual({ training: true });
    expect(await json(['settings', 'set', 'trash_retention_days', '7'])).toEqual({ trash_retention_days: 7 });
    expect(await json(['settings', 'get', 'training'])).toEqual({ training: true });
    expect((await run(['settings', 'get', 'approval_mode'])).out).toBe('open\n');
    for (const word of ['on', 'true', 'off', 'false'])
      expect(await json(['settings', 'set', 'training', word])).toEqual({
        training: ['on', 'true'].includes(word),
      });
    const refusals = {
      attachment_limit_mb: ['500', 'attachment_limit_mb: must be at most 100'],
      trash_retention_days: ['soon', 'trash_retention_days: must be a number'],
      approval_mode: ['lax', 'approval_mode: must be one of strict, open'],
      training: ['maybe', 'training must be on or off, not “maybe”.'],
    };
    for (const [setting, [value = '', sentence]] of Object.entries(refusals))
      expect(await run(['settings', 'set', setting, value])).toMatchObject({
        code: 2,
        err: expect.stringContaining(`commonplace: ${sentence}`),
      });
    expect((await run(['settings', 'get', 'colour'])).err).toContain(
      'There is no setting “colour”. Settings: workspace_name,',
    );
  });

  it('the audit log tells what the commands did, and holds together', async () => {
    const { json, run } = await workspace();
    await json(['space', 'add', 'ops']);
    const { items } = await json<{ items: { seq: number; action: string; via: string; username: string }[] }>(
      ['audit', 'list'],
    );
    expect(items.map(({ seq, action, via }) => [seq, action, via])).toEqual([
      [2, 'spaces.create', 'cli'],
      [1, 'workspace.initialize', 'system'],
    ]);
    const own = await json<{ items: { username: string }[] }>([
      'audit',
      'list',
      '--user',
      'ada',
      '--since',
      '1h',
      '--limit',
      '5',
    ]);
    expect(own.items.map(({ username }) => username)).toEqual(['ada']);
    expect(await json(['audit', 'verify'])).toEqual({ entries: 2, broken: [] });
    const checked = await json<{ files: { damage: unknown[] } }>(['verify']);
    expect(checked).toMatchObject({ files: { damage: [] }, audit: { entries: 2, broken: [] } });
    expect((await run(['audit', 'list', '--since', 'yesterday'])).code).toBe(2);
  });

  it('changes are reviewed: an editor’s publishing waits, an approver decides', async () => {
    const { json, run } = await workspace();
    await json(['user', 'add', 'eve', '--role', 'editor']);
    const sample = new URL('../fixtures/import/two-pages', import.meta.url).pathname;
    expect(await json(['import', sample, '--space', 'notes', '--publish', '--user', 'eve'])).toMatchObject({
      imported: 2,
      queued: 2,
    });
    const { items } = await json<{ items: { id: string }[] }>(['review', 'list']);
    const [first, second] = items.map((request) => request.id);
    if (first === undefined || second === undefined) throw new Error('Nothing waits.');
    expect((await run(['review', 'list'])).out).toMatch(/ notes +publish/);
    const shown = (await run(['review', 'show', first])).out;
    expect(shown).toContain('Sets status: "published"');
    expect(shown).toMatch(/What would be published:\n\n {2}(One\n\n {2}The first page|Two\n\n {2}See)/);
    expect(await json(['review', 'approve', first])).toMatchObject({ document: { status: 'published' } });
    expect((await run(['review', 'reject', second])).code).toBe(2);
    expect(await json(['review', 'reject', second, '--comment', 'Too short'])).toMatchObject({
      change_request: { state: 'rejected', comment: 'Too short' },
    });
    expect((await run(['review', 'list'])).out).toBe('Nothing waits.\n');
    expect((await run(['review', 'show', second])).out).toMatch(
      /\nRejected by ada, .*\nComment: Too short\n/,
    );
    const decided = (await run(['review', 'list', '--state', 'all'])).out;
    expect(decided).toContain(' approved by ada');
    expect(decided).toContain(' rejected by ada');
    expect(await run(['review', 'approve', first, '--json'])).toMatchObject({ code: 1, out: '' });
  });
});

it('says of a user that there is not only that, because nobody is hidden from the owner', async () => {
  const { run } = commandLine(await workspaceFolder());
  const unknown =
    'commonplace: No such user.\n  See who there is under Spaces and people, or with: npx commonplace user list\n';
  for (const words of [
    ['user', 'disable', 'bob'],
    ['token', 'create', '--user', 'bob', '--name', 'x'],
    ['review', 'list', '--user', 'bob'],
  ])
    expect(await run(words)).toEqual({ code: 1, out: '', err: unknown });
  expect((await run(['export', '/nonexistent/x', '--space', 'nowhere'])).err).toBe(
    'commonplace: No such space.\n  See what there is with: npx commonplace space list\n',
  );
});

describe('init', () => {
  it('ends with commands that work as printed', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { out } = await commandLine(folder).run(['init', '--username', 'ada']);
    expect(out.split('Next:\n')[1]).toBe(
      [
        `  npx commonplace import FOLDER --space notes --data ${folder}`,
        `  npx commonplace token create --user ada --name "my first token" --data ${folder}`,
        `  npx commonplace serve --data ${folder}`,
        '',
      ].join('\n'),
    );
  });

  it('makes a workspace that only its owner may read, with a sample space when asked', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { json, run } = commandLine(folder);
    expect(await json(['init', '--username', 'ada', '--workspace', 'Ada’s notes', '--sample'])).toEqual({
      folder,
      owner: 'ada',
      spaces: ['notes', 'sample'],
    });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await json(['settings', 'get', 'workspace_name'])).toEqual({ workspace_name: 'Ada’s notes' });
    const target = join(folder, '..', 'out');
    expect(await json(['export', target])).toMatchObject({ exported: 3 });
    expect(await run(['init', '--username', 'bob'])).toMatchObject({
      code: 1,
      err: `commonplace: There is a workspace in ${folder} already.\n  Use it with: npx commonplace serve --data ${folder}. A new one needs another folder.\n`,
    });
  });

  it('makes nothing when its arguments are wrong', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const { run } = commandLine(folder);
    expect((await run(['init', '--username', 'Not A Name'])).code).toBe(2);
    expect((await run(['init', '--username', 'ada', '--password-stdin'], { input: 'short' })).code).toBe(2);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    await writeFile(folder, '# Mine');
    expect(await run(['init', '--username', 'ada'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `There is a file at ${folder}, and a workspace is a folder.\n  Name another`,
      ),
    });
  });
});
