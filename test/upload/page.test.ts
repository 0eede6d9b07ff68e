import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { createLogger } from '../../server/log.ts';
import { png } from '../images/pictures.ts';
import { multipart, picturePart, type FormPart } from './forms.ts';
import { startUploads, type UploadWorld } from './upload-world.ts';

let world: UploadWorld;
beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.close());

const attachments = () => world.workspace.services.views.attachmentsOf(world.document.id);
const commits = () => world.workspace.store.audit({ limit: 1 });

describe('the page of an upload link', () => {
  it('says where the picture will go, who gave the link, and for how long; looking changes nothing', async () => {
    const { path } = await world.mint();
    world.workspace.clock.advance(30 * 60_000);
    const before = await commits();
    for (let look = 0; look < 20; look += 1) {
      expect((await world.call('HEAD', path)).status).toBe(200);
      expect((await world.call('GET', path)).status).toBe(200);
    }
    const text = (await world.call('GET', path)).text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('<strong class="target">Pump manual</strong> in handbook');
    expect(text).toContain(
      'The editor gave you this link. It takes one picture and works for 30 more minutes.',
    );
    expect(text).toContain('up to 10 MB');
    expect(await commits()).toEqual(before);
    expect((await world.post(path, png())).status).toBe(200);
  });

  it('is neither kept, nor indexed, nor framed, tells nobody where it was, and runs our script only', async () => {
    const { path } = await world.mint();
    for (const target of [path, '/upload/nonsense']) {
      const { headers, text } = await world.call('GET', target);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|form-action|\*/);
      expect(headers['set-cookie']).toBeUndefined();
      expect(text).toContain('<meta name="referrer" content="no-referrer" />');
    }
  });

  it('loads its script and style from addresses that change with their content, to be kept for ever', async () => {
    const { path } = await world.mint();
    const { text } = await world.call('GET', path);
    const files = [...text.matchAll(/(?:src|href)="(\/page-assets\/upload-[^"]+)"/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files).toEqual([
      expect.stringMatching(/^\/page-assets\/upload-style-[0-9a-f]{16}\.css$/),
      expect.stringMatching(/^\/page-assets\/upload-script-[0-9a-f]{16}\.js$/),
    ]);
    for (const file of files) {
      const { status, headers } = await world.call('GET', file);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    const script = await world.call('GET', files[1] ?? '');
    const [, imported] = / from '(\/page-assets\/upload-picture-[0-9a-f]{16}\.js)'/.exec(script.text) ?? [];
    expect((await world.call('GET', imported ?? '')).status).toBe(200);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=|style="/);
  });

  it('shows what others wrote as text', async () => {
    const title = '</strong><script>alert(1)</script>"\'&';
    const { document } = await world.workspace.as('editor', createDocument, { space: 'handbook', title });
    const { path } = await world.mint({ document: document.id });
    const { text } = await world.call('GET', path);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;/strong&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  it('“30/min/IP”: the next request waits, whatever it asks for', async () => {
    const limited = await startUploads({ limits: { uploadRequestsPerMinute: 30 } });
    const { path } = await limited.mint();
    for (let look = 0; look < 30; look += 1) expect((await limited.call('GET', path)).status).toBe(200);
    const page = await limited.call('GET', path);
    expect([page.status, page.headers['retry-after']]).toEqual([429, '60']);
    expect(page.text).toContain('Too many requests for upload pages: at most 30 a minute.');
    expect(await limited.post(path, png())).toMatchObject({ status: 429, json: { error: 'rate_limited' } });
    limited.workspace.clock.advance(60_000);
    expect((await limited.post(path, png())).status).toBe(200);
    await limited.close();
  });

  it('never lets its token into the log, not even when something breaks', async () => {
    const { path, token } = await world.mint();
    const lines: string[] = [];
    world.workspace.services.log = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const logged = await startUploads();
    const other = await logged.mint();
    const log: string[] = [];
    logged.workspace.services.log.debug = (...words: unknown[]) => void log.push(JSON.stringify(words));
    logged.workspace.services.log.error = (...words: unknown[]) => void log.push(JSON.stringify(words));
    logged.workspace.services.images = {
      check: () => Promise.reject(new Error('broken')),
      close: async () => undefined,
    };
    expect((await logged.post(other.path, png())).status).toBe(500);
    await logged.call('GET', other.path);
    await world.call('GET', path);
    expect(log.length).toBeGreaterThan(2);
    expect([...lines, ...log].join('\n')).not.toMatch(
      new RegExp(`${token.slice(8)}|${other.token.slice(8)}`),
    );
    await logged.close();
  });
});

describe('the plain form, for browsers without scripts', () => {
  const send = (path: string, ...parts: FormPart[]) => world.call('POST', path, multipart(...parts));

  it('takes a picture and says where it went', async () => {
    const { path } = await world.mint();
    const page = await send(path, picturePart(png()));
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>Your picture has arrived</h1>');
    expect(page.text).toContain('It stands at the end of the document.');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(attachments()).toMatchObject([{ name: 'pump.png', type: 'image/png' }]);
    expect((await send(path, picturePart(png()))).text).toContain('<h1>This upload link has been used.</h1>');
  });

  it('says why a file was refused, above the form, and the link is still good', async () => {
    const { path } = await world.mint();
    const page = await send(
      path,
      picturePart('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'x.svg'),
    );
    expect(page.status).toBe(415);
    expect(page.text).toMatch(/role="alert"[^]*SVG is not accepted[^]*<form/);
    expect((await send(path, picturePart(png()))).status).toBe(200);
  });

  it('“exactly one file”: none, two, and a form that is no form are refused and cost nothing', async () => {
    const { path, link } = await world.mint();
    expect((await send(path, picturePart('', 'application/octet-stream', ''))).text).toContain(
      'No picture was chosen.',
    );
    expect((await send(path, { name: 'words', content: 'hello' })).text).toContain('No picture was chosen.');
    expect((await send(path, picturePart(png()), picturePart(png()))).text).toContain(
      'Only one picture can be sent at a time.',
    );
    const fields = Array.from({ length: 6 }, (_, index) => ({ name: `field ${index}`, content: 'x' }));
    expect((await send(path, ...fields, picturePart(png()))).status).toBe(400);
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      'multipart/mixed; boundary=x',
    ]) {
      const { raw } = multipart(picturePart(png()));
      const answer = await world.call('POST', path, { raw, headers: { 'content-type': type } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(attachments()).toHaveLength(0);
    expect(world.workspace.store.tables.upload_links.get(link.id)?.failed_attempts).toBe(0);
  });
});
