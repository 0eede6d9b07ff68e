import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../server/operations/backup/create.ts';
import { readDiagnostics } from '../../server/operations/diagnostics/read.ts';
import { BASE, startFaultyProxy } from '../doctor/faulty-proxy.ts';
import { createProgram, startWorld, type World } from '../oauth/world.ts';
import { accessibilityProblems } from './axe.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';
import { letIn } from './let-in.ts';
import { PATIENCE } from '../patience.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
});
afterAll(() => world.close());

describe('Diagnostics', () => {
  it('checks by itself when it is opened for the first time, and names what it found in four groups', async () => {
    const { page, go } = await world.openLocal();
    await go('/diagnostics');
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    for (const group of ['Server', 'Address', 'Handshake', 'Data'])
      await page.getByRole('region', { name: group, exact: true }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Advertised sign-in address' });
    await row.getByText(`${world.server.publicUrl}/api/oauth/authorize`).waitFor();
    await row.getByText('OK:').waitFor({ state: 'attached' });
    await page.getByText('Choose a public address under Public address').waitFor();
  });

  it('checks again, and copies a report without secrets', async () => {
    const { page, go } = await world.openLocal({ permissions: ['clipboard-read', 'clipboard-write'] });
    await go('/diagnostics');
    const again = page.getByRole('button', { name: 'Check again' });
    const asked = Promise.withResolvers<void>();
    await page.route('**/app/call/diagnostics.run', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await again.click();
    await page.getByRole('button', { name: 'Checking…' }).waitFor();
    asked.resolve();
    await again.waitFor();
    await page.getByRole('button', { name: 'Copy report' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const report = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(report).toContain(`Address: ${world.server.publicUrl}`);
    expect(report).toContain('[OK] Call with a token');
    expect(report).not.toMatch(/cpd_|cpl_|Bearer/);
  });

  it('is right about the backup as soon as there is one, without being asked to check again', async () => {
    const { page, go } = await world.openLocal();
    await go('/diagnostics');
    const row = page.getByRole('listitem').filter({ hasText: 'Backup' });
    await row.getByText('There is no backup yet.').waitFor();
    await world.run(createBackup, {});
    await row.getByText('The newest backup is less than an hour old.').waitFor();
    await row.getByText('OK:').waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('follows an assistant on its way in, step by step and without a reload', async () => {
    const owner = await world.openLocal();
    await owner.go('/diagnostics');
    const live = owner.page.getByRole('region', { name: 'Connecting now' });
    await live.getByText('Nobody has tried').waitFor();
    const eve = await world.openAs('eve');
    const claude = await letIn(eve.page.context(), world.server.publicUrl, 'Claude');
    await live.getByText('Claude registered, signed in, was allowed, got its token, is about').waitFor();
    await live.getByRole('list', { name: 'Steps' }).getByText('got its token').waitFor();
    expect(await claude.call('list_spaces')).toBe(200);
    await live.getByText('Claude is connected: its first call arrived.').waitFor();

    await owner.go('/connect');
    await owner.page.getByText('Claude is connected: its first call arrived.').waitFor();
  });

  it('checks by itself after an attempt that broke off while somebody watches', async () => {
    const { page, go } = await world.openLocal();
    await go('/diagnostics');
    await page.getByRole('button', { name: 'Check again' }).waitFor();
    const before = (await world.run(readDiagnostics, {})).last?.started_at ?? '';
    await createProgram(world.server.publicUrl).register({ client_name: 'Broken', redirect_uris: [] });
    await page.getByText(/was refused: redirect_uris must name/).waitFor();
    await expect
      .poll(async () => (await world.run(readDiagnostics, {})).last?.started_at ?? '')
      .not.toBe(before);
  });

  it('names what is broken, what to do about it, and what was not tried because of it', async () => {
    const proxy = await startFaultyProxy(() => broken.url);
    const broken: World = await startWorld({
      flags: { 'base-url': BASE },
      doctor: { network: proxy.network, patienceMs: PATIENCE.timeout },
    });
    proxy.fault = {
      answer: (_incoming, outgoing) => outgoing.writeHead(530).end('error code: 1033') && true,
    };
    const page = await world.browser.newPage();
    await page.goto(broken.server.launchAddress() ?? '');
    await page.locator('h1').first().waitFor();
    await page.evaluate("location.hash = '/diagnostics'");
    await page.getByText('One thing broken').waitFor();
    // In short at the top, and in its row.
    await expect.poll(() => page.getByText(/no tunnel is connected to it/).count()).toBe(2);
    await page.getByText('Start the tunnel under Public address').first().waitFor();
    const later = page.getByRole('listitem').filter({ hasText: 'Call with a token' });
    await later.getByText('Not tried: “Leads to this server” has to be right first.').waitFor();
    // Nobody asks for a check: the server makes one after an attempt that breaks off, and tells what it found.
    await createProgram(broken.url).register({ client_name: 'Claude', redirect_uris: [] });
    const live = page.getByRole('region', { name: 'Connecting now' });
    const told = live.getByText(/^A program’s attempt at \d.* was looked into/);
    await told.waitFor();
    await live.getByText(/no tunnel is connected to it/).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.evaluate("location.hash = '/notifications'");
    await page.getByRole('link', { name: /could not be connected: .*no tunnel is connected to it/ }).click();
    await told.waitFor();
    await page.close();
    await broken.close();
    await proxy.close();
  });

  it('is for whoever sits at the machine: a member has no such screen', async () => {
    const { page } = await world.openAs('eve');
    expect(await page.getByRole('link', { name: 'Diagnostics' }).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, go, expectClean } = await world.openLocal({ colorScheme, viewport });
      await go('/diagnostics');
      await page.getByRole('region', { name: 'Data', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Check again' }).waitFor();
      await expectClean();
      await page.context().close();
    }
  });
});
