import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../server/domain/role.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { connect } from '../../server/faces/cli/connect.ts';
import { createUser } from '../../server/operations/users/create.ts';
import { startServer, type RunningServer, type StartOptions } from '../../server/start.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { launchBrowser } from '../browser/launch.ts';
import { accessibilityProblems } from './axe.ts';

export const PASSWORD = 'seven grey kettles sing';
/** Each page that a test opens is a browser that nobody has seen before, signing in from one address. */
const UNHURRIED = { signInsPerMinute: 1_000, signInsPerTenMinutes: 1_000, signInsPerMinuteOfAll: 1_000 };
const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** A real server on a folder of its own, with the space `notes`, and a browser to look at its app. */
export interface AppWorld {
  server: RunningServer;
  folder: string;
  browser: Browser;
  /** Runs an operation as the person at the machine, or as `user`. */
  run: Connection['run'];
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
  /** Goes to a hash route, e.g. `/documents`, and waits for its heading. */
  go: (route: string) => Promise<void>;
  /** Errors of the console and of scripts, and requests to other hosts. */
  readonly problems: readonly string[];
  /** Accessible in the present colours, and without a problem so far. */
  expectClean: () => Promise<void>;
}

/** @param parts the tunnel, where a test plays it */
export async function openAppWorld(parts: Pick<StartOptions, 'tunnel'> = {}): Promise<AppWorld> {
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

  return {
    server,
    folder,
    browser,
    run: (operation, input, user) => connection.run(operation, input, user),
    async addMember(username, role) {
      await connection.run(createUser, { username, role, password: PASSWORD });
    },
    async openLocal(options = {}) {
      const app = await open(server.launchAddress() ?? '', options);
      await app.page.locator('h1').first().waitFor();
      return app;
    },
    async openAs(username, options = {}) {
      const app = await open(`${server.publicUrl}/sign-in?return_to=%2F`, options);
      await app.page.getByLabel('Username').fill(username);
      await app.page.getByLabel('Password').fill(PASSWORD);
      await app.page.keyboard.press('Enter');
      await app.page.waitForURL((url) => url.pathname === '/');
      await app.page.locator('nav').first().waitFor({ state: 'attached' });
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
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const problems = watch(page, new Set([...hosts, new URL(address).host]));
  await page.goto(address);
  return {
    page,
    problems,
    async go(route) {
      await page.evaluate(`location.hash = ${JSON.stringify(route)}`);
      await page.locator('h1').first().waitFor();
    },
    async expectClean() {
      expect(problems).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
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
