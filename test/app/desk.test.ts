import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP_PAGES } from '../../server/assets.ts';
import { callForAnswer } from '../../server/faces/app/dispatch.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { visibleChange } from '../../server/operations/live/visible-change.ts';
import { launchBrowser } from '../browser/launch.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';

const ORIGIN = 'https://desk.example';
/** What the preload script of the window makes of the two functions that reach the program. */
const PRELOAD = `
  const listeners = new Set();
  window.tellChange = (change) => listeners.forEach((listener) => listener(change));
  window.desk = {
    invoke: (name, input) => window.callProgram(name, input),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
`;

let browser: Browser;
let workspace: TestWorkspace;
let page: Page;
let calls: string[];
let requests: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The built pages without any server: their calls go to the dispatcher as they do over IPC. */
beforeEach(async () => {
  workspace = buildWorkspace();
  calls = [];
  requests = [];
  page = await browser.newPage();
  page.setDefaultTimeout(15_000);
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    const path = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = await readFile(fileURLToPath(new URL(path, APP_PAGES))).catch(() => undefined);
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const contentType = Object.entries(type).find(([known]) => known === ending)?.[1] ?? 'text/plain';
    await route.fulfill(body ? { body, contentType } : { status: 404 });
  });
  await page.exposeFunction('callProgram', (name: string, input: unknown) => {
    calls.push(name);
    return callForAnswer(workspace.services, workspace.actor('admin'), { name, input });
  });
  await page.addInitScript(PRELOAD);
  return () => page.close();
});

describe('the app in the window', () => {
  it('makes every call over IPC: nothing is asked of a server but the pages themselves', async () => {
    await page.goto(ORIGIN);
    await page.getByRole('heading', { level: 1, name: 'Hello, The admin' }).waitFor();
    await page.getByRole('region', { name: 'Address' }).getByText('https://kb.example.com/api/mcp').waitFor();
    expect(calls).toContain('account.read');
    expect(calls).toContain('documents.list');
    expect(requests.filter((path) => path.startsWith('/app/') && !path.startsWith('/app/assets/'))).toEqual(
      [],
    );
  });

  it('is the app of the person at the machine: all that happened is within reach, and there is no signing out', async () => {
    await page.goto(ORIGIN);
    await page.getByText('admin · at this computer').click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0);
    await page.getByRole('region', { name: 'What happened' }).waitFor();
  });

  it('shows what changes while it is open', async () => {
    await page.goto(ORIGIN);
    await page.getByText('Nothing is written yet.').waitFor();
    const admin = workspace.actor('admin').user_id ?? '';
    const told = new Promise((resolve, reject) => {
      workspace.services.store.onApplied((changes) => {
        const change = visibleChange(workspace.services, admin, changes);
        if (change) page.evaluate(`tellChange(${JSON.stringify(change)})`).then(resolve, reject);
      });
    });
    await workspace.as('editor', createDocument, { space: 'handbook', title: 'Kettle care', content: '' });
    await told;
    await page.getByRole('link', { name: /Kettle care/ }).waitFor();
    await page.getByText('Kettle care: changed by The editor').waitFor();
  });

  it('shows a refusal in the words of the server, with what to do next', async () => {
    await page.goto(`${ORIGIN}/#/documents/doc_nosuchpage0`);
    await page.getByRole('alert').waitFor();
    const answer = await page.evaluate(`desk.invoke('documents.read', { id: 'doc_nosuchpage0' })`);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.any(String) as string } });
    const { error } = answer as { error: { message: string } };
    await page.getByRole('alert').getByText(error.message).waitFor();
  });
});
