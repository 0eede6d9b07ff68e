import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';

let folder: string;
let server: RunningServer;
let page: Response;
let script: string;

/** Opens the app at the machine, so that its page is answered. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-files-'));
  await initializeFolder(folder, { username: 'ada' });
  server = await startServer(folderConfig(folder, { 'log-level': 'silent' }));
  const ticket = server.launchAddress() ?? '';
  const opened = await fetch(ticket, { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  page = await fetch(new URL('/', ticket), { headers: { cookie } });
  const [path = ''] = /app\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
  script = `${server.publicUrl}/${path}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the app’s page', () => {
  it('may run our own scripts only, and be framed by nobody (desktop shell facts, §3)', () => {
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('a part of the app', () => {
  it('is the same packed and plain, and says which it is', async () => {
    const packed = await fetch(script, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    expect(await packed.text()).toBe(await plain.text());
  });

  it('is not sent again to whoever has it', async () => {
    const first = await fetch(script);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await fetch(script, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    const other = await fetch(script, { headers: { 'if-none-match': '"something-else"' } });
    expect(other.status).toBe(200);
  });

  it.each([
    '..%2findex.html',
    '..%2f..%2f..%2fpackage.json',
    '..%5c..%5cindex.html',
    '%2e%2e',
    '.',
    '.env',
    'nothing.js',
    'index.html',
    'index.js%00.html',
    'file.exe',
    'js',
    `${'a'.repeat(200)}.js`,
    '%E2%80%AEsj.js',
  ])('of the odd name %s is refused, and no other file is answered (security Z1)', async (name) => {
    const answer = await fetch(`${server.publicUrl}/app/assets/${name}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({ error: expect.any(String) as string });
  });

  it.each(['POST', 'PUT', 'DELETE'])('cannot be changed by %s', async (method) => {
    expect((await fetch(script, { method })).status).toBe(405);
  });
});
