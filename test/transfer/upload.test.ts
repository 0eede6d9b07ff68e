import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { listAudit } from '../../server/operations/audit/list.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { png } from '../images/pictures.ts';
import { hostileArchive } from '../zip/hostile-archive.ts';
import { openLocalApp, type LocalApp } from './local-app.ts';
import { PATIENCE } from '../patience.ts';

interface Sent {
  path: string;
  /** Null for a file that is only named. */
  content: Buffer | null;
}

const text = (path: string, content: string): Sent => ({ path, content: Buffer.from(content) });

/** Does what the page does: announces the files, and sends them in small pieces. Answers the first refusal, if any. */
async function upload(app: LocalApp, files: readonly Sent[], choices: object = {}) {
  const all = Buffer.concat(files.flatMap(({ content }) => content ?? []));
  const started = await app.call('markdown_files.receive', {
    name: 'notes',
    files: files.length,
    bytes: all.length,
    space: 'notes',
    ...choices,
  });
  if (started.status !== 200) return started;
  const id = String(started.body['id']);
  const announced = await app.call('markdown_files.announce', {
    job_id: id,
    files: files.map(({ path, content }) => ({ path, size: content && content.length })),
  });
  if (announced.status !== 200) return announced;
  for (let at = 0; at < all.length; at += 1_000) {
    const answer = await app.send(id, at, all.subarray(at, at + 1_000));
    if (answer.status !== 200) return answer;
  }
  return started;
}

/** What is kept of what was sent. */
const leftOf = async ({ folder }: LocalApp): Promise<string[]> =>
  existsSync(join(folder, 'imports')) ? readdir(join(folder, 'imports')) : [];

const titles = async ({ run }: LocalApp): Promise<string[]> =>
  (await run(listDocuments, { space: 'notes' })).items.map(({ title }) => title).toSorted();

describe('an import of files that a browser sends', () => {
  it('takes a folder: pages nested as it is, with their pictures, and says what was left out and why', async () => {
    const app = await openLocalApp();
    const answer = await upload(
      app,
      [
        text(
          'vault/Pumps.md',
          '# Pumps\n\nSee [valves](Pumps/valves.md) and [the plan](plan.pdf).\n\n![](img/p.png)',
        ),
        text('vault/Pumps/valves.md', '# Valves'),
        text('vault/broken.md', '---\ntitle: [\n---\nText'),
        { path: 'vault/img/p.png', content: png() },
        { path: 'vault/img/fake.png', content: Buffer.from('no picture') },
        { path: 'vault/plan.pdf', content: null },
        { path: 'vault/.obsidian/app.json', content: null },
      ],
      { publish: true },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { through: 'browser', phase: 'receiving', path: 'notes' },
    });
    const job = await app.ended();
    expect(job).toMatchObject({
      state: 'done',
      pages: 2,
      total_pages: 2,
      images: 1,
      total_images: 1,
      problem: null,
    });
    expect(Object.fromEntries(job.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
      'broken.md': expect.stringContaining('front matter'),
      'img/fake.png': 'no page shows it',
      'plan.pdf': 'it is not Markdown',
      '.obsidian/': 'it is hidden',
    });
    const { items } = await app.run(listDocuments, { space: 'notes' });
    const pumps = items.find(({ title }) => title === 'Pumps');
    expect(items.find(({ title }) => title === 'Valves')?.parent).toBe(pumps?.id);
    expect((await app.run(listAttachments, { doc_id: pumps?.id ?? '' })).total).toBe(1);
    expect(await leftOf(app)).toEqual([]);
    const { items: entries } = await app.run(listAudit, { action: 'markdown_files.receive', limit: 5 });
    expect(entries).toMatchObject([{ username: 'ada', details: { name: 'notes', files: 7 } }]);
  });

  it('takes a ZIP archive, and imports nothing of it when pages are there already', async () => {
    const app = await openLocalApp();
    const archive = await hostileArchive([
      ['wiki/a.md', Buffer.from('# Alpha')],
      ['wiki/b.mdx', Buffer.from('# Beta')],
    ]);
    await upload(app, [{ path: 'wiki.zip', content: archive }]);
    expect(await app.ended()).toMatchObject({ state: 'done', pages: 2 });
    await upload(app, [{ path: 'wiki.zip', content: archive }]);
    expect(await app.ended()).toMatchObject({
      state: 'failed',
      problem: { message: expect.stringContaining('2 of the 2 pages are in notes already') },
    });
    await vi.waitFor(async () => {
      const { items: entries } = await app.run(listAudit, { action: 'markdown_files.receive' });
      expect(entries.map(({ result }) => result)).toEqual(['refused: conflict', 'ok', 'ok']);
    }, PATIENCE);
    await upload(app, [{ path: 'wiki.zip', content: archive }], { existing: 'skip' });
    expect(await app.ended()).toMatchObject({ state: 'done', pages: 0, existing: 2 });
    expect(await titles(app)).toEqual(['Alpha', 'Beta']);
    expect(await leftOf(app)).toEqual([]);
  });
});

/** Security Z2. */
describe('an archive that is made to do harm is refused whole, and nothing is left of it', () => {
  const asLink = (bytes: Buffer): Buffer => {
    const row = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, row + 38);
    return bytes;
  };

  it('by its names, a link in it, or what it unpacks to', async () => {
    const app = await openLocalApp();
    const page = Buffer.from('# Page');
    const cases: [expected: string, archive: Buffer][] = [
      [
        'leads out of its folder',
        await hostileArchive([
          ['good.md', page],
          ['../../evil.md', page],
        ]),
      ],
      ['is a link or a device', asLink(await hostileArchive([['a.md', page]]))],
      [
        'has the name of another one',
        await hostileArchive([
          ['a.md', page],
          ['a.md', page],
        ]),
      ],
      ['200 times longer than itself', await hostileArchive([['a.md', Buffer.alloc(40_000_000)]])],
      ['damaged, or no ZIP archive', Buffer.from('no archive at all')],
    ];
    for (const [expected, content] of cases) {
      await upload(app, [{ path: 'a.zip', content }]);
      const { state, problem } = await app.ended();
      expect([expected, state, problem?.message]).toEqual([
        expected,
        'failed',
        expect.stringContaining(expected),
      ]);
    }
    expect(await titles(app)).toEqual([]);
    expect(await leftOf(app)).toEqual([]);
    expect(existsSync(join(app.folder, '..', 'evil.md'))).toBe(false);
  });
});

describe('what does not fit what was announced', () => {
  it('is refused before a byte is sent: a path that leads out, and an archive among other files', async () => {
    const app = await openLocalApp();
    for (const paths of [
      ['good.md', '../evil.md'],
      ['a.zip', 'b.md'],
    ]) {
      const { body: job } = await app.call('markdown_files.receive', {
        name: 'a',
        files: 2,
        bytes: 2,
        space: 'notes',
      });
      const files = paths.map((path) => ({ path, size: 1 }));
      const answer = await app.call('markdown_files.announce', { job_id: job['id'], files });
      expect(answer).toMatchObject({ status: 400, body: { error: 'bad_request' } });
      await app.call('markdown_files.cancel', { job_id: job['id'] });
      expect(await app.ended()).toMatchObject({ state: 'cancelled' });
      expect(await leftOf(app)).toEqual([]);
    }
  });

  it('too many files, or too many bytes, are refused before a byte is sent, with what one import takes', async () => {
    const app = await openLocalApp();
    for (const wanted of [
      { files: 10_001, bytes: 1 },
      { files: 1, bytes: 4_000_000_001 },
    ]) {
      const answer = await app.call('markdown_files.receive', { name: 'all', space: 'notes', ...wanted });
      expect(answer).toMatchObject({
        status: 413,
        body: { message: expect.stringContaining('one import takes 10,000 files and 4 GB') },
      });
    }
  });

  it('pieces out of order, too long, or before the files are named are refused; the right one still goes on', async () => {
    const app = await openLocalApp();
    const { body } = await app.call('markdown_files.receive', {
      name: 'a',
      files: 1,
      bytes: 7,
      space: 'notes',
    });
    const id = String(body['id']);
    expect(await app.send(id, 0, Buffer.from('# A'))).toMatchObject({ status: 409 });
    const named = await app.call('markdown_files.announce', {
      job_id: id,
      files: [{ path: 'a.md', size: 7 }],
    });
    expect(named.status).toBe(200);
    expect(await app.send(id, 3, Buffer.from('lpha'))).toMatchObject({ status: 409, body: { received: 0 } });
    expect(await app.send(id, 0, Buffer.from('# Alphabet'))).toMatchObject({ status: 413 });
    expect(await app.send(id, 0, Buffer.alloc(4 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await app.send(id, 0, Buffer.from('# A'))).toMatchObject({ status: 200, body: { received: 3 } });
    expect(await app.send(id, 0, Buffer.from('# A'))).toMatchObject({ status: 409, body: { received: 3 } });
    expect(await app.send(id, 3, Buffer.from('lpha'))).toMatchObject({ status: 200, body: { received: 7 } });
    expect(await app.ended()).toMatchObject({ state: 'done', pages: 1 });
    expect(await app.send(id, 7, Buffer.from('!'))).toMatchObject({ status: 410 });
  });
});

/** The first three bytes of a file of seven; answers the import's id. */
async function sendBeginning(app: LocalApp): Promise<string> {
  const { body } = await app.call('markdown_files.receive', {
    name: 'a',
    files: 1,
    bytes: 7,
    space: 'notes',
  });
  const id = String(body['id']);
  await app.call('markdown_files.announce', { job_id: id, files: [{ path: 'a.md', size: 7 }] });
  await app.send(id, 0, Buffer.from('# A'));
  return id;
}

describe('files that stop coming', () => {
  it('because somebody cancels: nothing is kept, nothing more is taken, and the next import may begin', async () => {
    const app = await openLocalApp();
    const id = await sendBeginning(app);
    const [kept = ''] = await leftOf(app);
    expect(await readFile(join(app.folder, 'imports', kept), 'utf8')).toBe('# A');
    expect(await upload(app, [text('b.md', '# B')])).toMatchObject({ status: 409 });
    await app.call('markdown_files.cancel', { job_id: id });
    expect(await app.ended()).toMatchObject({ state: 'cancelled', pages: 0 });
    expect(await leftOf(app)).toEqual([]);
    expect(await app.send(id, 3, Buffer.from('lpha'))).toMatchObject({ status: 410 });
    await upload(app, [text('b.md', '# B')]);
    expect(await app.ended()).toMatchObject({ state: 'done', pages: 1 });
  });

  it('because the program ends: nothing is kept', async () => {
    const app = await openLocalApp();
    await sendBeginning(app);
    await app.server.close();
    expect(await leftOf(app)).toEqual([]);
  });
});

/** Security P5, E8. */
describe('the address that pieces are sent to', () => {
  it('is for the page of the person at the machine only', async () => {
    const app = await openLocalApp();
    const path = '/app/uploads/7b0c6f4e-3f0a-4d53-9f5a-0d8c3c1f2a11/0';
    const bytes = { 'content-type': 'application/octet-stream' };
    const sent = async (url: URL, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', headers: { ...bytes, ...headers }, body: 'a' })).status;
    const local = new URL(path, app.server.launchAddress() ?? '');
    const { cookie = '' } = app.headers;
    expect(await sent(local, {})).toBe(401);
    expect(await sent(local, { cookie })).toBe(403);
    expect(await sent(local, { ...app.headers, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await sent(local, { ...app.headers, 'content-type': 'application/json' })).toBe(415);
    expect(await sent(local, { ...app.headers, 'content-encoding': 'gzip' })).toBe(415);
    expect(await sent(local, app.headers)).toBe(410);
    expect(await sent(new URL(path, app.server.publicUrl), app.headers)).toBe(404);
  });
});
