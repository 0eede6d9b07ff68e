import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSetup, type WaitingSetup } from '../../server/setup/serve-setup.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';
import { launchBrowser } from '../browser/launch.ts';
import { openAppPage, PASSWORD, PHONE, type AppPage } from './app-world.ts';
import { letIn } from './let-in.ts';

let browser: Browser;
let folder: string;
let setup: WaitingSetup;
let server: RunningServer | undefined;

const config = () => folderConfig(folder, { search: 'lunr', 'log-level': 'silent' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-first-'));
  [browser, setup] = await Promise.all([launchBrowser(), serveSetup(config())]);
});
afterAll(async () => {
  await browser.close();
  await (server?.close() ?? setup.close());
  await rm(folder, { recursive: true, force: true });
});

/** The app at the machine, at whichever server runs at the moment. */
const open = (address: string, options?: BrowserContextOptions): Promise<AppPage> =>
  openAppPage(browser, { address, hosts: [] }, options);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your username' }).fill(username);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await press(page, 'Create workspace');
}

async function restart(): Promise<string> {
  await server?.close();
  server = await startServer(config());
  return server.launchAddress() ?? '';
}

/** One person's way from an empty folder: each test goes on where the one before it stopped. */
describe('the first run', () => {
  let app: AppPage;

  it('given an empty folder, opens with its launch ticket only, once', async () => {
    app = await open(setup.address);
    await heading(app.page, 'Welcome to Commonplace');
    await app.page.getByText(folder).waitFor();
    const stranger = await open(setup.address);
    await stranger.page.getByText('The app opens with the address that the server prints').waitFor();
    await stranger.page.context().close();
  });

  it.each(['light', 'dark'] as const)('welcomes on any screen, in %s colours', async (colorScheme) => {
    for (const viewport of [PHONE, { width: 360, height: 640 }, { width: 1280, height: 800 }]) {
      await app.page.setViewportSize(viewport);
      await app.page.emulateMedia({ colorScheme });
      await app.expectClean();
      expect(await app.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  it('says beside the field what is wrong with a name or a password, and makes nothing', async () => {
    await fillIn(app.page, 'Ada L', 'short');
    await app.page.getByText('It must have at least 12 characters.').waitFor();
    await app.page.getByText(/^It must be 1 to 64 of a-z/).waitFor();
    await fillIn(app.page, 'ada', 'password password');
    await app.page.getByText('It is one of the passwords that are guessed first.').waitFor();
    // What can be seen without the server is not sent to it, to be refused there.
    expect(app.problems).toEqual([]);
  });

  it('makes the workspace and goes on in the same process and at the same port, signed in as its owner', async () => {
    await fillIn(app.page, 'ada', PASSWORD);
    await heading(app.page, 'Where your pages live');
    server = await setup.made;
    expect(new URL(app.page.url()).port).toBe(new URL(setup.address).port);
    await app.page.getByText('Step 2 of 7').waitFor();
    await app.page.getByText('admin · at this computer').waitFor();
  });

  it('shows the data folder, with a backup every day that can be switched off', async () => {
    await app.page.getByText(folder).waitFor();
    await app.page.getByRole('switch', { name: 'Back up every day', checked: true }).waitFor();
    await press(app.page, 'Continue');
    await heading(app.page, 'Look around in sample pages');
  });

  it('adds three sample pages, and takes them away again', async () => {
    await press(app.page, 'Add the sample pages');
    for (const title of ['Welcome', 'How a page can look', 'How changes are reviewed'])
      await app.page.getByRole('link', { name: title }).waitFor();
    await press(app.page, 'Take the sample pages away');
    await app.page.getByText('The sample pages are in the Trash').waitFor();
  });

  it('given a restart in the middle, goes on where it was, from Home', async () => {
    await app.page.context().close();
    app = await open(await restart());
    await app.page.getByRole('link', { name: 'Go on setting up' }).click();
    await heading(app.page, 'Look around in sample pages');
    expect(app.page.url()).toContain('#/first-run/sample');
    await press(app.page, 'Skip');
    await heading(app.page, 'Where do you want to reach it from?');
  });

  it('asks who may reach it: “Only this computer” until the owner says otherwise', async () => {
    await app.page.getByRole('radio', { name: 'Only this computer', checked: true }).waitFor();
    await app.page.getByRole('radio', { name: 'Reach it from Claude and your phone' }).waitFor();
    await app.expectClean();
    await press(app.page, 'Continue');
  });

  it('tests itself and shows green rows', async () => {
    await heading(app.page, 'Does everything work?');
    await app.page.getByText(/^Everything works/).waitFor();
    await expect.poll(() => app.page.getByText('Works:').count()).toBeGreaterThan(5);
    // The first backup was made as soon as the step that speaks of it was done.
    await app.page
      .getByRole('listitem')
      .filter({ hasText: /^Works: ?Backup\b/ })
      .waitFor();
    await app.expectClean();
    await press(app.page, 'Continue');
  });

  it('connects an assistant: its light turns green at the first call', async () => {
    await heading(app.page, 'Connect your assistant');
    await app.page.getByRole('tab', { name: 'Claude Code' }).click();
    await app.page.getByText('No assistant has connected yet').waitFor();
    const member = await openAppPage(browser, {
      address: `${server?.publicUrl ?? ''}/sign-in?return_to=%2F`,
      hosts: [],
    });
    await member.page.getByLabel('Username').fill('ada');
    await member.page.getByLabel('Password').fill(PASSWORD);
    await member.page.keyboard.press('Enter');
    await member.page.waitForURL((url) => url.pathname === '/');
    const claude = await letIn(member.page.context(), server?.publicUrl ?? '', 'Claude');
    expect(await claude.call('list_spaces')).toBe(200);
    await app.page.getByText('Claude is through').waitFor();
    await member.page.context().close();
    await press(app.page, 'Continue');
  });

  it('suggests a first prompt, and a picture from the phone once there is a page for it', async () => {
    await heading(app.page, 'Try it out');
    await app.page.getByText('List my spaces in Commonplace').waitFor();
    await app.page.getByText('There is no page yet that a picture could go to.').waitFor();
    await app.page.getByRole('link', { name: 'Back', exact: true }).click();
    await heading(app.page, 'Connect your assistant');
    await app.page.goBack();
    await press(app.page, 'Skip');
    await app.page.getByText('Your workspace is ready').waitFor();
    await app.expectClean();
  });

  it('is over then: Home no longer offers to go on, and keeps what is still to do', async () => {
    await app.page.getByRole('link', { name: 'Go to Home' }).click();
    const todo = app.page.getByRole('region', { name: 'Getting started' });
    await todo.getByText('To do: Write the first page').waitFor();
    await todo.getByText('Done: Connect an assistant').waitFor();
    expect(await app.page.getByRole('link', { name: 'Go on setting up' }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});

describe('the first run in a hurry', () => {
  let hurried: string;
  let waiting: WaitingSetup;

  beforeAll(async () => {
    hurried = await mkdtemp(join(tmpdir(), 'commonplace-first-'));
    waiting = await serveSetup(folderConfig(hurried, { search: 'lunr', 'log-level': 'silent' }));
  });
  afterAll(async () => {
    await (await waiting.made).close();
    await rm(hurried, { recursive: true, force: true });
  });

  /** The other way to a first page, for those who have notes already. */
  async function importOneFile(page: Page): Promise<void> {
    await press(page, 'Import your notes');
    await page.getByLabel('Files to import').setInputFiles({
      name: 'Pumps.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Pumps'),
    });
    await press(page, 'Import');
    await page.getByText('Imported 1 page', { exact: true }).waitFor();
  }

  it('“each step can be skipped”, on a phone’s screen too', async () => {
    const { page, expectClean } = await open(waiting.address, { viewport: PHONE });
    await fillIn(page, 'ada', PASSWORD);
    for (const title of [
      'Where your pages live',
      'Look around in sample pages',
      'Where do you want to reach it from?',
      'Does everything work?',
      'Connect your assistant',
      'Try it out',
    ]) {
      await heading(page, title);
      if (title === 'Look around in sample pages') await importOneFile(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await press(page, 'Skip');
    }
    await page.getByText('Your workspace is ready').waitFor();
    await expectClean();
  });
});
