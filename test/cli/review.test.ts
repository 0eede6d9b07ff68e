import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, serve, temporaryFolder, workspaceFolder } from './command-line.ts';

type CommandLine = ReturnType<typeof commandLine>;

/** "Conflict shown, never a silent overwrite": all of it can be settled on the command line. */
describe('a change request for a document that has moved on', () => {
  let folder: string;
  let cli: CommandLine;
  let request: string;
  let live: (body: object) => Promise<void>;
  beforeEach(async () => {
    folder = await workspaceFolder();
    cli = commandLine(folder);
    await cli.json(['user', 'add', 'bob', '--role', 'editor']);
    const tokenOf = async (user: string) =>
      (await cli.json<{ token: string }>(['token', 'create', '--user', user, '--name', 'test'])).token;
    const tokens = { ada: await tokenOf('ada'), bob: await tokenOf('bob') };
    const server = await serve(folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const call = async (who: 'ada' | 'bob', method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      const json: Record<string, string> = JSON.parse(await answer.text());
      return json;
    };
    const page = { space: 'notes', title: 'Kettle', content: 'Fill.\nBoil.\nPour.\n', status: 'published' };
    const { id = '' } = await call('ada', 'POST', '/documents', page);
    const proposal = { content: 'Fill.\nBoil twice.\nPour.\n' };
    request = (await call('bob', 'PATCH', `/documents/${id}`, proposal))['change_request_id'] ?? '';
    live = async (body) => void (await call('ada', 'PATCH', `/documents/${id}`, body));
  });

  it('shows both sides of a conflict and takes the text that settles it, as of the version that was seen', async () => {
    await live({ content: 'Fill.\nBoil gently.\nPour.\n' });
    const { run } = cli;
    const shown = await run(['review', 'show', request]);
    expect(shown.out).toContain('1 passage was changed on both sides');
    expect(shown.out).toContain(
      '<<<<<<< live\nBoil gently.\n||||||| base\nBoil.\n=======\nBoil twice.\n>>>>>>>',
    );
    expect(shown.out).toContain(
      `npx commonplace review approve ${request} --confirm-version 2 --content-file merged.md --data ${folder}`,
    );
    expect((await run(['review', 'approve', request])).err).toContain('--confirm-version 2');
    const unsettled = await run(['review', 'approve', request, '--confirm-version', '2']);
    expect(unsettled).toMatchObject({ code: 1, err: expect.stringContaining('--content-file') });

    const file = join(await temporaryFolder(), 'merged.md');
    const merged = (await run(['review', 'show', request, '--merged'])).out;
    expect(merged).toMatch(/^Fill\.\n<<<<<<< live\n[^]*>>>>>>> proposed\nPour\.\n$/);
    await writeFile(file, merged);
    const words = ['review', 'approve', request, '--confirm-version', '2', '--content-file', file];
    expect(await run(words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--content-file: line 2 still is a conflict marker'),
    });
    await writeFile(file, 'Fill.\nBoil gently, twice.\nPour.\n');
    expect((await run(words)).out).toBe('Approved. “Kettle” is now version 3, published.\n');
    const target = join(await temporaryFolder(), 'out');
    await run(['export', target]);
    expect(await readFile(join(target, 'notes', 'kettle.md'), 'utf8')).toContain('Boil gently, twice.');
  });

  it('whose changes fit together is approved with the version that was seen', async () => {
    await live({ content: 'Fill.\nBoil.\nPour.\n\nServe.\n' });
    const { run } = cli;
    expect((await run(['review', 'list'])).out).toMatch(/ text \(document moved on\)\n/);
    expect((await run(['review', 'show', request])).out).toContain(
      'Both changes fit together. To approve:\n',
    );
    expect((await run(['review', 'approve', request, '--confirm-version', '2'])).code).toBe(0);
    expect(await run(['review', 'show', request, '--merged'])).toMatchObject({
      code: 1,
      err: 'commonplace: This change request is already approved.\n',
    });
  });

  it('names a file that cannot be read', async () => {
    const words = ['review', 'approve', request, '--content-file', '/nonexistent'];
    expect(await cli.run(words)).toMatchObject({ code: 2, err: expect.stringContaining('/nonexistent') });
  });
});
