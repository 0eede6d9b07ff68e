import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { png } from '../images/pictures.ts';
import { commandLine, serve, workspaceFolder } from './command-line.ts';

interface Link {
  id: string;
  upload_url: string;
  state: string;
}

async function start() {
  const folder = await workspaceFolder('--sample');
  const [file = ''] = await readdir(join(folder, 'documents'));
  return { folder, cli: commandLine(folder), document: file.replace(/\.json$/, '') };
}

describe('commonplace upload-link', () => {
  it('“prints the address and the code”: the address alone on standard output, the QR code beside it', async () => {
    const { cli, document } = await start();
    const { code, out, err } = await cli.run(['upload-link', document]);
    expect(code).toBe(0);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:7420\/upload\/cpl_up_[0-9A-Za-z]{49}\n$/);
    const rows = err.split('\n').filter((line) => /^[ ▀▄█]{40,}$/.test(line));
    expect(rows.length).toBeGreaterThan(15);
    expect(err).toContain('The address is not shown again.');
    expect(err).toContain('Only this computer can open it');
  });

  it('makes a link that a running server takes one picture on; list and revoke know it', async () => {
    const { folder, cli, document } = await start();
    const server = await serve(folder);
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const link = await cli.json<Link>(['upload-link', document, '--insert', 'top', '--alt', 'The pump']);
    expect(link).toMatchObject({ state: 'open', insert: 'top', alt: 'The pump' });
    expect(link.upload_url.startsWith(`${server.url}/upload/`)).toBe(true);
    const headers = { 'content-type': 'image/png' };
    const sent = await fetch(link.upload_url, { method: 'POST', body: new Uint8Array(png()), headers });
    expect(sent.status).toBe(200);

    const other = await cli.json<Link>(['upload-link', 'create', document]);
    const listed = await cli.run(['upload-link', 'list']);
    expect(listed.out).toContain(other.id);
    expect(listed.out).not.toContain(link.id);
    expect((await cli.run(['upload-link', 'revoke', other.id])).out).toContain(`Revoked ${other.id}`);
    expect((await cli.run(['upload-link', 'revoke', link.id])).out).toContain('it is used');
    expect((await fetch(other.upload_url)).status).toBe(410);
    const all = await cli.json<{ items: Link[] }>(['upload-link', 'list', '--all', '--document', document]);
    expect(all.items.map(({ state }) => state).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'revoked',
      'used',
    ]);
    expect((await cli.run(['upload-link', 'list'])).out).toContain('No open upload links.');
  });

  it('says what is wrong', async () => {
    const { cli, document } = await start();
    expect(await cli.run(['upload-link', 'doc_nonsense'])).toMatchObject({ code: 1 });
    const wrong = await cli.run(['upload-link', document, '--insert', 'middle']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('append, top or none') });
    expect(await cli.run(['upload-link'])).toMatchObject({ code: 2 });
  });
});
