import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, describe, onTestFinished } from 'vitest';
import { decodeChecksummed, encodeChecksummed } from '../../server/storage/checksummed-json.ts';
import { commandLine, end, serve, start, temporaryFolder, workspaceFolder } from './command-line.ts';

/** "exit codes: 0 done, 1 failed, 2 usage, 3 folder in use, 4 data damaged (read-only), 5 folder is newer" (design §7) */
describe('exit codes', () => {
  it('0 for help and version', async () => {
    expect(await end(start(['--version']))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(await end(start(['token', 'create', '--help']))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/what the token is for \(required\)[^]*--expires/),
    });
  });

  it('0 for help that is asked for by its word, and 2 where there is no such command', async () => {
    const asked: [string[], string][] = [
      [['help'], 'Usage: commonplace [options] [command]'],
      [['help', 'import'], 'Usage: commonplace import [options] <folder>'],
      [['user', 'help', 'set', '--json'], 'Usage: commonplace user set [options] <username>'],
    ];
    for (const [words, usage] of asked)
      expect(await end(start(words))).toMatchObject({
        code: 0,
        out: expect.stringContaining(usage),
        err: '',
      });
    expect(await end(start(['help', 'nope']))).toEqual({
      code: 2,
      out: '',
      err: "error: unknown command 'nope'\nRun with --help to see what is possible.\n",
    });
  });

  it('1 with the way out when there is no workspace', async () => {
    const folder = join(await temporaryFolder(), 'nothing');
    expect(await commandLine(folder).run(['space', 'list'])).toEqual({
      code: 1,
      out: '',
      err: `commonplace: There is no workspace in ${folder}.\n  Create one with: npx commonplace init --username NAME --data ${folder}\n`,
    });
  });

  it('1 when the port is taken, and the folder is free again at once', async () => {
    const folder = await workspaceFolder();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const taken = await commandLine(folder).run(['serve', '--port', port]);
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`Port ${port} is taken`) });
    expect((await commandLine(folder).run(['space', 'list'])).code).toBe(0);
  });

  it.each([
    [['frobnicate']],
    [['user', 'add', 'bob']],
    [['user', 'add', 'bob', '--role', 'king']],
    [['token', 'create', '--user', 'ada', '--name', 'x', '--expires', 'soon']],
    [['serve', '--port', '99999']],
    [['user', 'add', 'bob', '--role', 'viewer', '--password-stdin']],
    [['backup', 'show']],
    [['training', 'assign', 'deck_7w3kq9xv02ab']],
  ])('2 for %j', async (words) => {
    const folder = await workspaceFolder();
    const { code, out, err } = await commandLine(folder).run(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
    expect(err).not.toContain('    at ');
  });

  it('2 with every problem of the configuration at once', async () => {
    const env = {
      COMMONPLACE_PORT: 'http',
      COMMONPLACE_LOG_LEVEL: 'loud',
      COMMONPLACE_ALLOWED_HOSTS: 'ok.example,not ok',
    };
    const { code, err } = await end(
      start(['serve', '--base-url', 'kb.example.com', '--data', '/nonexistent'], { env }),
    );
    expect(code).toBe(2);
    for (const name of [
      'COMMONPLACE_PORT',
      'COMMONPLACE_LOG_LEVEL',
      'COMMONPLACE_ALLOWED_HOSTS',
      '--base-url',
    ]) {
      expect(err).toContain(name);
    }
  });

  it('3 naming the process when another server has the folder', async () => {
    const folder = await workspaceFolder();
    const server = await serve(folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const second = await commandLine(folder).run(['serve', '--port', '0', '--json']);
    expect(second.code).toBe(3);
    expect(JSON.parse(second.err.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'conflict', details: { pid: server.pid } },
    });
  });

  it('4 when a write meets data that is damaged, while reads go on; the same from serve', async () => {
    const folder = await workspaceFolder('--sample');
    await loseDocuments(folder);
    const { run } = commandLine(folder);
    expect((await run(['space', 'list'])).code).toBe(0);
    expect(await run(['space', 'add', 'ops'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('commonplace: '),
    });
    expect((await run(['verify'])).code).toBe(4);
    const server = await serve(folder);
    expect(await server.stop()).toBe(4);
  });

  it('after the owner has accepted the loss the folder is writable again, and the audit log says who accepted what', async () => {
    const folder = await workspaceFolder('--sample');
    await loseDocuments(folder);
    const { run, json } = commandLine(folder);
    const refused = await run(['space', 'add', 'ops']);
    expect(refused.err).toContain('npx commonplace verify --accept-loss');
    expect((await run(['verify'])).err).toContain(`npx commonplace verify --accept-loss --data ${folder}`);
    const server = await serve(folder);
    const inUse = await run(['verify', '--accept-loss']);
    expect(inUse).toMatchObject({ code: 3, err: expect.stringContaining(`(pid ${server.pid})`) });
    expect(inUse.err).toContain('only while nobody has the folder open');
    expect(await server.stop()).toBe(4);

    const accepted = await run(['verify', '--accept-loss']);
    expect(accepted.code).toBe(0);
    expect(accepted.out).toMatch(/^Accepted 3 losses; the workspace can be written again:\ndocuments\//);
    expect((await run(['space', 'add', 'ops'])).code).toBe(0);
    const { items } = await json<{ items: { action: string; username: string; details: object }[] }>([
      'audit',
      'list',
    ]);
    expect(items.find(({ action }) => action === 'workspace.accept_loss')).toMatchObject({
      username: 'ada',
      details: { losses: 3, files: expect.stringContaining('documents/') },
    });
    const again = await run(['verify', '--accept-loss']);
    expect(again).toMatchObject({
      code: 0,
      out: 'The workspace is not read-only: there is no loss to accept.\n',
    });
  });

  it('5 when a newer program wrote the folder, which stays as it is', async () => {
    const folder = await workspaceFolder();
    const path = join(folder, 'workspace.json');
    const text = await readFile(path);
    const newer = encodeChecksummed(Object.assign({}, decodeChecksummed(text), { schema_version: 99 }));
    await writeFile(path, newer);
    expect((await commandLine(folder).run(['space', 'list'])).code).toBe(5);
    expect(await readFile(path)).toEqual(newer);
  });
});

describe('errors', () => {
  it('are one line and a hint for people, and one line of JSON on standard error for programs', async () => {
    const folder = await workspaceFolder();
    const { run } = commandLine(folder);
    const person = await run(['space', 'add', 'notes']);
    expect(person.err).toBe('commonplace: There is already a space notes.\n  Choose another slug.\n');
    const program = await run(['space', 'add', 'notes', '--json']);
    expect(program).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(program.err)).toEqual({
      error: {
        code: 'conflict',
        message: 'There is already a space notes.',
        hint: 'Choose another slug.',
        status: 409,
      },
    });
    const usage = await run(['user', 'add', '--json']);
    expect(JSON.parse(usage.err)).toEqual({ error: { code: 'usage', message: expect.any(String) } });
  });
});

/** Takes every copy of the documents: their files are empty, their versions gone, the journal has a broken record. */
async function loseDocuments(folder: string): Promise<void> {
  const journal = join(folder, 'journal');
  const segment = (await readdir(journal)).toSorted().find((name) => name.endsWith('.jsonl')) ?? '';
  const bytes = await readFile(join(journal, segment));
  const middle = Math.floor(bytes.length / 2);
  bytes.fill('x', middle, middle + 8);
  await writeFile(join(journal, segment), bytes);
  const documents = join(folder, 'documents');
  for (const name of await readdir(documents)) await truncate(join(documents, name), 0);
  await rm(join(folder, 'versions'), { recursive: true });
}
