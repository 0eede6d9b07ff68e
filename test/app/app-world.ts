import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Role } from '../../server/domain/role.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { connect } from '../../server/faces/cli/connect.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import type { documentSchema } from '../../server/operations/documents/view.ts';
import { createUser } from '../../server/operations/users/create.ts';
import { startServer, type RunningServer, type StartOptions } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { launchBrowser } from '../browser/launch.ts';
import { PATIENCE } from '../patience.ts';
import { accessibilityProblems } from './axe.ts';

export const PASSWORD = 'seven grey kettles sing';
/** Each page that a test opens is a browser that nobody has seen before, signing in from one address. */
const UNHURRIED = { signInsPerMinute: 1_000, signInsPerTenMinutes: 1_000, signInsPerMinuteOfAll: 1_000 };
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

type Written = z.infer<typeof documentSchema>;

/** A real server on a folder of its own, with the space `notes`, and a browser to look at its app. */
export interface AppWorld {
  server: RunningServer;
  folder: string;
  browser: Browser;
  /** Runs an operation as the person at the machine, or as `user`. */
  run: Connection['run'];
  /** Writes a page of `notes` at the machine; a published one, unless it is said to be a draft. */
  addPage(fields: { title: string; content?: string; status?: 'draft' | 'published' }): Promise<Written>;
  read(id: string): Promise<Written>;
  /** Adds a member who signs in with `PASSWORD`. */
  addMember(username: string, role: Role): Promise<void>;
  /** The app at the machine, opened with a launch ticket. */
  openLocal(options?: BrowserContextOptions): Promise<AppPage>;
  /** The app as a member sees it, signed in through the form. */
  openAs(username: string, options?: BrowserContextOptions): Promise<AppPage>;
  close(): Promise<void>;
}

/** A page, and everything that went wrong on it. */
export interface AppPage {
  page: Page;
  /** Resolves once the page is told what others change. */
  isTold: () => Promise<void>;
  /** Goes to a hash route, e.g. `/documents`, and waits for its heading. */
  go: (route: string) => Promise<void>;
  /** Errors of the console and of scripts, and requests to other hosts. */
  readonly problems: readonly string[];
  /** Accessible in the present colours, and without a problem so far. */
  expectClean: () => Promise<void>;
}

/** @param setUp the tunnel and the look at an own domain, where a test plays them, and members by username: they sign in with `PASSWORD` */
export async function openAppWorld({
  members = {},
  ...parts
}: Pick<StartOptions, 'tunnel' | 'probe'> & { members?: Record<string, Role> } = {}): Promise<AppWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-app-'));
  await initializeFolder(folder, { username: 'ada' });
  const [server, browser] = await Promise.all([
    startServer(
      {
        ...folderConfig(folder, { search: 'lunr', 'log-level': 'silent' }),
        limits: { http: UNHURRIED },
      },
      parts,
    ),
    launchBrowser(),
  ]);
  const connection = await connect(folderConfig(folder));

  const open = (address: string, options: BrowserContextOptions) =>
    openAppPage(browser, { address, hosts: [new URL(server.publicUrl).host] }, options);

  async function addMember(username: string, role: Role): Promise<void> {
    await connection.run(createUser, { username, role, password: PASSWORD });
  }
  for (const [username, role] of Object.entries(members)) await addMember(username, role);

  return {
    server,
    folder,
    browser,
    addMember,
    async addPage({ content = 'Text.', status = 'published', ...fields }) {
      const page = { space: 'notes', content, status, ...fields };
      return (await connection.run(createDocument, page)).document;
    },
    read: async (id) => (await connection.run(readDocument, { id })).document,
    run: (operation, input, user) => connection.run(operation, input, user),
    async openLocal(options = {}) {
      const app = await open(server.launchAddress() ?? '', options);
      await app.page.locator('h1').first().waitFor();
      await app.isTold();
      return app;
    },
    async openAs(username, options = {}) {
      const app = await open(`${server.publicUrl}/sign-in?return_to=%2F`, options);
      await app.page.getByLabel('Username').fill(username);
      await app.page.getByLabel('Password').fill(PASSWORD);
      await app.page.keyboard.press('Enter');
      await app.page.waitForURL((url) => url.pathname === '/');
      await app.page.locator('nav').first().waitFor({ state: 'attached' });
      await app.isTold();
      return app;
    },
    async close() {
      await connection.close();
      await browser.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A browser that nobody has seen before, at an address of the app. `hosts` may be asked beside the address's own. */
export async function openAppPage(
  browser: Browser,
  { address, hosts }: { address: string; hosts: readonly string[] },
  options: BrowserContextOptions = {},
): Promise<AppPage> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  // Shorter than a test may take, so that what was waited for in vain is named.
  context.setDefaultTimeout(PATIENCE.timeout);
  const page = await context.newPage();
  const problems = watch(page, new Set([...hosts, new URL(address).host]));
  const { promise: stream, resolve: isOpen } = Promise.withResolvers<void>();
  page.on('response', (response) => {
    if (response.url().endsWith('/app/events') && response.ok()) isOpen();
  });
  await page.goto(address);
  return {
    page,
    problems,
    isTold: () => stream,
    async go(route) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.locator('h1').first().waitFor();
    },
    async expectClean() {
      expect(problems).toEqual([]);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    },
  };
}

function watch(page: Page, ownHosts: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !ownHosts.has(url.host)) problems.push(`request to ${url.host}`);
  });
  return problems;
}
