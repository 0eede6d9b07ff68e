import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { connectApp } from '../../server/operations/connected-apps/connect.ts';
import { pausePublicAccess, resumePublicAccess } from '../../server/operations/public-access/pause.ts';
import { setTunnelToken } from '../../server/operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import type { Obstacle } from '../../server/tunnel/obstacle.ts';
import { createScriptedTunnel, online, type ScriptedTunnel } from '../fakes/scripted-tunnel.ts';
import { TOKEN } from '../tunnel/world.ts';
import { openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';
import { PATIENCE } from '../patience.ts';

const TRIAL = 'https://four-calm-words-here.trycloudflare.com';
const DOMAIN = 'https://kb.example.com';

let world: AppWorld;
let tunnel: ScriptedTunnel;
let app: AppPage;
/** What asking an own domain finds, once a test says so. */
let prove: (obstacle: Obstacle | null) => void;
let proven: Promise<Obstacle | null>;
let page: Page;

beforeAll(async () => {
  tunnel = createScriptedTunnel();
  world = await openAppWorld({ tunnel, probe: () => proven });
  app = await world.openLocal();
  ({ page } = app);
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ promise: proven, resolve: prove } = Promise.withResolvers<Obstacle | null>());
  await world.run(updatePublicAccess, { mode: 'off' });
  await world.server.publicAccess.apply();
  await app.go('/address');
  await page.getByText('The workspace is not on the internet').waitFor();
});

/** What the tunnel was told to do last; before each test it was told to end. */
const order = () => vi.waitFor(() => tunnel.orders.at(-1) ?? Promise.reject(new Error('no order')), PATIENCE);

async function expectLight(light: string): Promise<void> {
  await expect.poll(() => page.locator('[data-light]').first().getAttribute('data-light')).toBe(light);
}

async function startTrial(): Promise<void> {
  await world.run(updatePublicAccess, { mode: 'quick_tunnel' });
  await order();
  await page.getByText('The tunnel starts').waitFor();
}

describe('Public address', () => {
  it('off: explains what becomes reachable, and recommends an address that stays', async () => {
    const reachable = page.getByRole('region', { name: 'What becomes reachable' });
    await reachable.getByText(/Settings, people, backups and this page stay on this computer/).waitFor();
    const ways = page.getByRole('region', { name: 'Reach it from elsewhere' });
    await ways.getByText('Recommended').waitFor();
    expect(await ways.getByRole('link').evaluateAll((links) => links.map((link) => link.ariaLabel))).toEqual([
      'Set up: Stable address',
      'Set up: Trial address',
      'Set up: Your own domain',
    ]);
    await app.expectClean();
  });

  it('a trial says that its address changes, before and after, and follows the tunnel by itself', async () => {
    await page.getByRole('link', { name: 'Set up: Trial address' }).click();
    await page.getByText('At every start of Commonplace it is another one').waitFor();
    await page.getByRole('button', { name: 'Start the trial' }).click();
    expect(await order()).toMatchObject({ mode: 'quick_tunnel' });
    await page.getByText('The tunnel starts').waitFor();
    await expectLight('waiting');

    tunnel.play(online(TRIAL));
    await page.getByText(`Others reach the workspace at ${new URL(TRIAL).host}`).waitFor();
    await expectLight('good');
    await page.getByText('Through Cloudflare, 4 connections over QUIC.').waitFor();
    await page.getByText('This address is for trying things out').waitFor();
    expect(await page.getByRole('link', { name: TRIAL }).getAttribute('href')).toBe(TRIAL);
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: `QR code of ${TRIAL}` }).waitFor();
    await app.expectClean();
  });

  it('"when the address changes, the app names the connections that must be renewed"', async () => {
    await startTrial();
    tunnel.play(online(TRIAL));
    await page.getByRole('link', { name: TRIAL }).waitFor();
    await world.run(connectApp, {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      name: 'Claude',
      identity_host: 'claude.ai',
      redirect_host: 'claude.ai',
      scopes: ['read'],
      trust_level: 'read',
    });
    expect(await page.getByText('must be connected again').count()).toBe(0);
    tunnel.play(online('https://other-words.trycloudflare.com'));
    await page.getByText('One app must be connected again').waitFor();
    await page.getByText(`Claude of ada, connected at ${TRIAL}`).waitFor();
    await app.expectClean();
    await app.go('/notifications');
    await page.getByText('The workspace has a new address: connect Claude again').waitFor();
  });

  it('a stable address, step by step: token, name, online', async () => {
    await page.getByRole('link', { name: 'Set up: Stable address' }).click();
    const goOnline = page.getByRole('button', { name: 'Go online' });
    await expect.poll(() => goOnline.isDisabled()).toBe(true);

    await page.getByLabel(/Token, or the whole command/).fill(`cloudflared service install ${TOKEN}`);
    await page.getByRole('button', { name: 'Keep the token' }).click();
    await page.getByText('A token is kept on this computer.').waitFor();
    expect(await page.content()).not.toContain(TOKEN);

    await page.getByText(`localhost:${world.server.publicAccess.port}`, { exact: true }).waitFor();
    await page.getByLabel(/Public hostname/).fill('https://KB.example.com/');
    await goOnline.click();
    expect(await order()).toMatchObject({ mode: 'named_tunnel', hostname: 'kb.example.com', token: TOKEN });

    const service = `http://localhost:${world.server.publicAccess.port}`;
    tunnel.play({ ...online(DOMAIN), ingress: [{ hostname: 'kb.example.com', path: '', service }] });
    await page.getByText('Others reach the workspace at kb.example.com').waitFor();
    await page
      .getByText(/The dashboard sends kb.example.com to port \d+, where this server listens/)
      .waitFor();
    await page.getByRole('link', { name: 'Change' }).click();
    await page.getByText('Step 3, done:').waitFor({ state: 'attached' });
    await app.expectClean();
  });

  it('what was pasted or typed wrong is said at its field', async () => {
    await world.run(setTunnelToken, { token: null });
    const { page: other } = await world.openLocal();
    await other.evaluate("location.hash = '/address/stable'");
    await other.getByLabel(/Token, or the whole command/).fill('cloudflared service install nonsense');
    await other.getByRole('button', { name: 'Keep the token' }).click();
    await other
      .getByText('It is not the token of a tunnel: copy the long text that begins with “eyJ”')
      .waitFor();
    await other.getByLabel(/Token, or the whole command/).fill(TOKEN);
    await other.getByRole('button', { name: 'Keep the token' }).click();
    await other.getByText('A token is kept on this computer.').waitFor();
    await other.getByLabel(/Public hostname/).fill('kb');
    await other.getByRole('button', { name: 'Go online' }).click();
    await other.getByText('It must be a host name such as kb.example.com.').waitFor();
    await other.context().close();
  });

  it('what is wrong is said with what to do about it, as it happens; the log has the rest', async () => {
    await startTrial();
    const reason = 'The program cloudflared was not found.';
    tunnel.play({ state: { state: 'failed', reason, hint: 'Fetch it with: npm run fetch-cloudflared' } });
    await page.getByText(reason).waitFor();
    await page.getByText('Fetch it with: npm run fetch-cloudflared').waitFor();
    await expectLight('bad');
    tunnel.play({ log: [{ time: '2026-03-01T09:00:00.000Z', level: 'error', message: 'it broke' }] });
    await page.getByRole('button', { name: 'Show the tunnel’s log' }).click();
    await page.getByRole('log', { name: 'Log of the tunnel' }).getByText('it broke').waitFor();
    await app.expectClean();

    await app.go('/');
    await page.getByText(/^The program cloudflared was not found, .*waits for review/).waitFor();
    await page
      .getByRole('region', { name: 'Address' })
      .getByRole('link', { name: reason.slice(0, -1) })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Public address' }).waitFor();
  });

  it('an own domain takes a name, and shows what the proxy has to do', async () => {
    await page.getByRole('link', { name: 'Set up: Your own domain' }).click();
    await page.getByLabel('Domain').fill('notes.example.org');
    await page.getByText(/notes\.example\.org \{\s+reverse_proxy 127\.0\.0\.1:\d+/).waitFor();
    await page.getByRole('button', { name: 'Use this domain' }).click();
    await page.getByText('notes.example.org is not checked yet').waitFor();
    await expectLight('warning');
    expect(tunnel.orders.at(-1)).toBeNull();
    prove({ reason: 'The name notes.example.org is not found (DNS).', hint: 'Add it.' });
    const cause = 'notes.example.org could not be reached: the name notes.example.org is not found (DNS)';
    await page.getByText(cause).waitFor();
    await expectLight('warning');
    await app.go('/');
    await page.getByRole('region', { name: 'Address' }).getByRole('link', { name: cause }).waitFor();

    await app.go('/address');
    proven = Promise.resolve(null);
    world.server.publicAccess.lookAgain();
    await page.getByText('Others reach the workspace at notes.example.org').waitFor();
    await expectLight('good');
  });

  it('while it is paused, Home says so to members too, and Diagnostics that its rows are from before', async () => {
    await startTrial();
    tunnel.play(online(TRIAL));
    await app.go('/diagnostics');
    const again = page.getByRole('button', { name: 'Check again' });
    await again.waitFor();
    await world.addMember('mia', 'editor');
    const member = await world.openAs('mia');
    await world.run(pausePublicAccess, {});
    await page.getByText('From before public access was paused: check again.').first().waitFor();
    await member.page.getByText(/^Public access is paused, /).waitFor();
    await again.click();
    await page.getByText(/, with public access paused, just now/).waitFor();
    await expect.poll(() => page.getByText('From before').count()).toBe(0);
    expect(await page.getByText(/checked just now/).count()).toBe(0);
    await world.run(resumePublicAccess, {});
    await page.getByText('From before public access was resumed: check again.').first().waitFor();
    await app.expectClean();
    await member.page.context().close();
  });

  it('pause, resume and off, each at once', async () => {
    await startTrial();
    tunnel.play(online(TRIAL));
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Public access is paused').waitFor();
    await expect.poll(() => tunnel.orders.at(-1)).toBeNull();
    await page.getByRole('button', { name: 'Resume' }).click();
    expect(await order()).toMatchObject({ mode: 'quick_tunnel' });
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('The workspace is not on the internet').waitFor();
  });

  it('is in dark and on a phone what it is in light', async () => {
    await startTrial();
    tunnel.play(online(TRIAL));
    const phone = await world.openLocal({ viewport: PHONE, colorScheme: 'dark' });
    for (const route of ['/address', '/address/stable', '/address/trial', '/address/domain']) {
      await phone.go(route);
      await phone.page.getByRole('heading', { level: 2 }).first().waitFor();
      await phone.expectClean();
      const { width } = PHONE;
      expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await phone.page.context().close();
  });

  it('is for the person at the machine: members have no such page', async () => {
    await world.addMember('root', 'admin');
    const member = await world.openAs('root');
    expect(await member.page.getByRole('link', { name: 'Public address' }).count()).toBe(0);
    await member.page.context().close();
  });
});
