import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { createSpace } from '../../server/operations/spaces/create.ts';
import { png } from '../images/pictures.ts';
import { openLocalApp, type LocalApp } from './local-app.ts';

const MANY = 20;

async function contents(archive: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(Buffer.from(piece));
    files[entry.fileName] = Buffer.concat(pieces);
  }
  return files;
}

async function begin(app: LocalApp, input: object = {}): Promise<string> {
  const { status, body } = await app.call('markdown_files.download', input);
  expect(status).toBe(200);
  return `/app/downloads/${String(body['id'])}`;
}

describe('a download of the workspace', () => {
  it('is a ZIP archive of Markdown with pictures, streamed, and nothing of it is kept on the disk', async () => {
    const app = await openLocalApp();
    const { document: pumps } = await app.run(createDocument, {
      space: 'notes',
      title: 'Pumps',
      content: 'Text.',
    });
    await app.run(createDocument, {
      space: 'notes',
      title: 'Valves',
      parent: pumps.id,
      content: `See [pumps](/documents/${pumps.id}#a).`,
    });
    const data = png();
    await app.run(addAttachment, {
      doc_id: pumps.id,
      data: Buffer.from(data).toString('base64'),
      name: 'front.png',
      insert: 'append',
    });
    await app.run(createSpace, { slug: 'other', name: 'Other' });
    await app.run(createDocument, { space: 'other', title: 'Elsewhere', content: 'Text.' });

    const response = await app.request(await begin(app));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="all-spaces-[\dT-]+Z\.zip"$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const files = await contents(Buffer.from(await response.arrayBuffer()));
    expect(Object.keys(files).toSorted()).toEqual([
      'notes/images/front.png',
      'notes/pumps.md',
      'notes/pumps/valves.md',
      'other/elsewhere.md',
    ]);
    expect(files['notes/pumps/valves.md']?.toString()).toContain('See [pumps](../pumps.md#a).');
    expect(files['notes/pumps.md']?.toString()).toContain('(images/front.png)');
    expect(files['notes/images/front.png']?.equals(Buffer.from(data))).toBe(true);
    expect(await app.ended()).toMatchObject({
      state: 'done',
      through: 'browser',
      pages: 3,
      total_pages: 3,
      images: 1,
      total_images: 1,
    });
    expect(await readdir(app.folder)).not.toContain('exports');

    const one = await app.request(await begin(app, { space: 'other' }));
    expect(one.headers.get('content-disposition')).toContain('"other-');
    expect(Object.keys(await contents(Buffer.from(await one.arrayBuffer())))).toEqual(['other/elsewhere.md']);
  });

  it('given it is imported again, gives the same pages', async () => {
    const app = await openLocalApp();
    const { document } = await app.run(createDocument, { space: 'notes', title: 'Pumps', content: 'Text.' });
    await app.run(createDocument, { space: 'notes', title: 'Valves', parent: document.id, content: 'More.' });
    const archive = Buffer.from(
      await (await app.request(await begin(app, { space: 'notes' }))).arrayBuffer(),
    );
    await app.ended();
    await app.run(createSpace, { slug: 'copy', name: 'Copy' });
    const path = join(app.folder, '..', 'again.zip');
    await writeFile(path, archive);
    await app.call('markdown_files.import', { path, space: 'copy' });
    expect(await app.ended()).toMatchObject({ state: 'done', pages: 2, skipped: [] });
    const { items } = await app.run(listDocuments, { space: 'copy' });
    expect(items.map(({ title }) => title).toSorted()).toEqual(['Pumps', 'Valves']);
  });

  it('that is stopped says so, and the next one begins', async () => {
    const app = await openLocalApp();
    // Far more than a connection holds that nobody reads from.
    for (let page = 0; page < MANY; page += 1) {
      const content = randomBytes(1_100_000).toString('base64');
      await app.run(createDocument, { space: 'notes', title: `Long ${page}`, content });
    }
    const path = await begin(app);
    const response = await app.request(path);
    const refused = await app.call('markdown_files.download', {});
    expect(refused).toMatchObject({ status: 409, body: { message: 'An export is under way.' } });
    await response.body?.cancel();
    expect(await app.ended()).toMatchObject({
      state: 'failed',
      problem: { message: 'The browser stopped the download before its end.' },
    });
    expect((await app.request(path)).status).toBe(410);
    const whole = await app.request(await begin(app));
    expect(Object.keys(await contents(Buffer.from(await whole.arrayBuffer())))).toHaveLength(MANY);
  });

  /** Security P5, E8. */
  it('is for the person at the machine, once, and not for pages of other sites', async () => {
    const app = await openLocalApp();
    const path = await begin(app);
    const at = new URL(path, app.server.launchAddress() ?? '');
    expect((await fetch(at)).status).toBe(401);
    expect((await app.request(path, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(405);
    expect((await fetch(new URL(path, app.server.publicUrl), { headers: app.headers })).status).toBe(404);
    const response = await app.request(path);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    const again = await app.request(path);
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({ message: 'This archive was fetched already, or is no more.' });
    expect(await app.call('markdown_files.download', { space: 'none' })).toMatchObject({ status: 404 });
  });
});
