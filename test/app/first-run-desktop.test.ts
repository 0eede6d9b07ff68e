import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config.ts';
import { serveSetup, type WaitingSetup } from '../../server/setup/serve-setup.ts';
import { launchBrowser } from '../browser/launch.ts';
import { createPlayedDesktop } from '../fakes/desktop.ts';
import { createScriptedTunnel, online } from '../fakes/scripted-tunnel.ts';
import { openAppPage, PASSWORD, type AppPage } from './app-world.ts';

const desktop = createPlayedDesktop();
const tunnel = createScriptedTunnel();
let browser: Browser;
let folder: string;
let setup: WaitingSetup;
let app: AppPage;

/** As the desktop app starts: without a flag for the port, so that the settings count. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-first-'));
  const config = parseConfig({
    flags: { data: folder, 'local-port': '0', 'log-level': 'silent' },
    env: {},
    platform: process.platform,
    home: folder,
  });
  [browser, setup] = await Promise.all([launchBrowser(), serveSetup(config, { desktop, tunnel })]);
  app = await openAppPage(browser, { address: setup.address, hosts: [] });
});
afterAll(async () => {
  await browser.close();
  await (await setup.made).close();
  await rm(folder, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the first run in the desktop app', () => {
  it('refuses a password that says the username, before anything is made', async () => {
    await app.page.getByRole('textbox', { name: 'Your username' }).fill('charlotte');
    await app.page.getByRole('textbox', { name: 'Your password' }).fill('charlotte-123');
    await press(app.page, 'Create workspace');
    await app.page.getByText('It is too close to a name that others know.').waitFor();
    await app.page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await press(app.page, 'Create workspace');
    await app.page.getByText('Step 2 of 8').waitFor();
  });

  it('“quick tunnel starts, address appears, clear warning that it changes; link to make it permanent”', async () => {
    await app.go('/first-run/address');
    await heading(app.page, 'Where do you want to reach it from?');
    await app.page.getByRole('radio', { name: 'Reach it from Claude and your phone' }).click();
    await app.page.getByText('Getting an address…').waitFor();
    await expect.poll(() => tunnel.orders.at(-1)).toMatchObject({ mode: 'quick_tunnel' });
    tunnel.play(online('https://kettle-care-till.trycloudflare.com'));
    await app.page.getByText('https://kettle-care-till.trycloudflare.com', { exact: true }).waitFor();
    await app.page.getByText('It changes each time Commonplace starts').waitFor();
    expect(await app.page.getByRole('link', { name: 'Make it permanent' }).getAttribute('href')).toBe(
      '#/address',
    );
  });

  it('“Tunnel fails: everything local still works” and the page says why', async () => {
    tunnel.play({
      state: { state: 'failed', reason: 'cloudflared is missing.', hint: 'Install it.' },
      publicUrl: null,
    });
    await app.page.getByText('cloudflared is missing.').waitFor();
    await app.page.getByText('Install it. Everything on this computer works all the same.').waitFor();
    await app.page.getByRole('radio', { name: 'Only this computer' }).click();
    await app.page.getByText('cloudflared is missing.').waitFor({ state: 'detached' });
    await expect.poll(() => tunnel.orders.at(-1)).toBeNull();
  });

  it('offers start at login and tray as the last step', async () => {
    await app.go('/first-run/desktop');
    await heading(app.page, 'Always there');
    await app.page.getByText('Step 8 of 8').waitFor();
    await app.page.getByRole('switch', { name: 'Start at login' }).click();
    await app.page.getByRole('switch', { name: 'Keep running when the window is closed' }).click();
    await expect.poll(() => desktop.preferences).toMatchObject({ start_at_login: true, close_to_tray: true });
    await press(app.page, 'Continue');
    // What was passed over comes again.
    await heading(app.page, 'Where your pages live');
  });

  it('leaves the same switches in Settings, and starts itself again for a new port', async () => {
    await app.go('/settings');
    await heading(app.page, 'Settings');
    const group = app.page.getByRole('region', { name: 'Desktop app' });
    await group.getByRole('switch', { name: 'Start at login', checked: true }).waitFor();
    const computer = app.page.getByRole('region', { name: 'This computer' });
    await computer.getByRole('textbox', { name: 'Port' }).fill('17420');
    await computer.getByRole('button', { name: 'Save' }).click();
    await computer.getByText('This counts from the next start').waitFor();
    await press(app.page, 'Start again now');
    await expect.poll(() => desktop.restarts).toBe(1);
    expect(app.problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([]);
  });
});
