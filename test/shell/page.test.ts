import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.js';
import { accessibilityProblems } from '../app/axe.ts';
import { launchBrowser } from '../browser/launch.ts';
import { PATIENCE } from '../patience.ts';
import { endDesks, startDesk, type DeskWorld } from './desk-world.ts';

/** Stands for `app://desk/`, which only Electron knows: the same handler answers, the same policies hold. */
const ORIGIN = 'https://desk.example';
/** What Electron gives a preload script, over the functions of this test. */
const ELECTRON = `
  const heard = new Set();
  window.hearFromProgram = (change) => heard.forEach((listener) => listener({}, change));
  const require = () => ({
    contextBridge: { exposeInMainWorld: (name, api) => { window[name] = api; } },
    ipcRenderer: {
      invoke: (channel, name, input) => window.callProgram(name, input),
      on: (channel, listener) => heard.add(listener),
      off: (channel, listener) => heard.delete(listener),
    },
  });
`;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let browser: Browser;
let preload: string;
let desk: DeskWorld;
let page: Page;
let problems: string[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-preload-'));
  const input = { preload: 'main/preload.ts' };
  [browser, desk] = await Promise.all([
    launchBrowser(),
    startDesk({ hasWorkspace: false }),
    bundle({ dir: folder, input, external: ['electron'], extension: 'cjs' }),
  ]);
  preload = await readFile(join(folder, 'preload.cjs'), 'utf8');
  await rm(folder, { recursive: true });
  page = await openWindow();
});
afterAll(async () => {
  await browser.close();
  await endDesks();
});

/** The real page with the real preload script before the real main process, on the stand-in for Electron. */
async function openWindow(): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' });
  opened.setDefaultTimeout(PATIENCE.timeout);
  problems = [];
  opened.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  opened.on('pageerror', (error) => problems.push(error.message));
  await opened.route('**/*', async (route) => {
    const url = route.request().url();
    if (!url.startsWith(`${ORIGIN}/`)) {
      problems.push(`request to ${url}`);
      return route.abort();
    }
    const answer = await desk.record.protocols.get('app')?.(
      new Request(url.replace(ORIGIN, 'app://desk'), { method: route.request().method() }),
    );
    return route.fulfill({
      status: answer?.status ?? 500,
      headers: Object.fromEntries(answer?.headers ?? []),
      body: Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)),
    });
  });
  await opened.exposeFunction('callProgram', (name: string, input: unknown) => desk.call(name, input));
  await opened.addInitScript(`{ ${ELECTRON} ${preload} }`);
  desk.window().webContents.on('sent', (_channel: string, change: unknown) => {
    opened.evaluate(`hearFromProgram(${JSON.stringify(change)})`).catch(() => undefined);
  });
  await opened.goto(ORIGIN);
  return opened;
}

describe('the app in the window', () => {
  it('given no workspace, makes one: nothing but the first run answers before', async () => {
    await page.getByRole('textbox', { name: 'Your username' }).fill('ada');
    expect(await desk.call('documents.list')).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await page.getByRole('textbox', { name: 'Your password' }).fill('seven grey kettles sing');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.locator('nav').first().waitFor();
    expect(await desk.call('account.read')).toMatchObject({ ok: true, value: { username: 'ada' } });
  });

  it('is that of the person at the machine: nobody signs out', async () => {
    await page.evaluate(`location.hash = '/'`);
    await page.getByText('admin · at this computer').click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('shows what changes while it is open', async () => {
    await page.evaluate(`location.hash = '/documents'`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await desk.call('documents.create', { space: 'notes', title: 'Kettle care', content: 'Text.' });
    await page
      .getByRole('link', { name: /Kettle care/ })
      .first()
      .waitFor();
  });

  it('shows a document with its picture, which comes over the window’s own scheme', async () => {
    const made = await desk.call('documents.create', { space: 'notes', title: 'Pictures', content: 'Text.' });
    const { document } = (made as unknown as { value: { document: { id: string } } }).value;
    const added = await desk.call('attachments.add', {
      doc_id: document.id,
      data: new Uint8Array(PICTURE),
      insert: 'append',
      alt: 'A dot',
    });
    expect(added).toMatchObject({ ok: true });
    await page.evaluate(`location.hash = '/documents/${document.id}'`);
    const picture = page.getByRole('img', { name: 'A dot' });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth))
      .toBe(1);
  });

  it('brings chosen Markdown files in, and hands an archive of all out, without a listener', async () => {
    await page.evaluate(`location.hash = '/backup'`);
    await page.getByLabel('Files to import').setInputFiles({
      name: 'Kettles.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Kettles of the house'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported 1 page').waitFor();
    const begun = await desk.call('markdown_files.download');
    const { id } = (begun as unknown as { value: { id: string } }).value;
    const fetched = async () =>
      desk.record.protocols.get('app')?.(new Request(`app://desk/app/downloads/${id}`));
    const archive = await fetched();
    expect(archive?.headers.get('content-disposition')).toContain('attachment; filename="all-spaces-');
    expect(Buffer.from((await archive?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1', 0, 2)).toBe(
      'PK',
    );
    await page.getByText(/^Downloaded \d+ pages/).waitFor();
    expect((await fetched())?.status).toBe(410);
  });

  it('shows a refusal in the words of the server, with what to do next', async () => {
    await page.evaluate(`location.hash = '/documents/doc_nosuchpage0'`);
    await page.getByRole('alert').getByText('No such document, or you may not see it.').waitFor();
  });

  it('breaks no rule of its policy, and is accessible', async () => {
    await page.evaluate(`location.hash = '/'`);
    await page.getByRole('heading', { level: 1, name: 'Hello, ada' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
