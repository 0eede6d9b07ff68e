import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../server/operations/tokens/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';
import { showAsPublic } from './shown-as-public.ts';

let world: AppWorld;

/** Strict mode: what an editor publishes waits for review (specification, states). */
beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor', vera: 'viewer' } });
});
afterAll(() => world.close());

describe('Home', () => {
  it('given a new workspace, says what to do first, until the owner has had enough of it', async () => {
    const { page } = await world.openLocal();
    await page
      .getByText('Open on this computer only, no app connected yet, nothing waits for review')
      .waitFor();
    const steps = page.getByRole('region', { name: 'Getting started' });
    await steps.getByText('To do: Write the first page').waitFor();
    await steps.getByRole('link', { name: 'import your notes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import your notes' }).waitFor();
    await page.goBack();
    await page.getByText('Nothing is written yet.').waitFor();

    await world.addPage({ title: 'Till', content: 'Count it.' });
    await steps.getByText('Done: Write the first page').waitFor();

    await page.getByRole('button', { name: 'Hide getting started' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: /Till notes/ }).waitFor();
    expect(await steps.count()).toBe(0);
    await page.context().close();
  });

  it('shows the address to hand on, with copy: the public one, also at the machine', async () => {
    const { page } = await world.openLocal();
    const address = page.getByRole('region', { name: 'Address' });
    await address.getByText(world.server.publicUrl, { exact: true }).waitFor();
    await address.getByText(`${world.server.publicUrl}/api/mcp`).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await address.getByRole('button', { name: 'Copy the address for assistants' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(`${world.server.publicUrl}/api/mcp`);
    await page.context().close();
  });

  it('leads from the apps that it counts to their list, everybody’s for the owner', async () => {
    const { secret } = await world.run(createToken, { username: 'eve', name: 'Till script' });
    await world.run(createToken, { username: 'eve', name: 'Never used' });
    const { page } = await world.openLocal();
    await page.getByRole('link', { name: 'no app in use' }).waitFor();
    const used = await fetch(`${world.server.publicUrl}/api/v1/me`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(used.status).toBe(200);
    await page.reload();
    await page.getByRole('link', { name: '1 program', exact: true }).click();
    await page.getByText('Till script').waitFor();
    await page.getByText(/eve · created just now · last used just now · expires/).waitFor();
    await page.goBack();
    const address = page.getByRole('region', { name: 'Address' });
    await address.getByRole('link', { name: 'API tokens and connected apps' }).waitFor();
    await page.context().close();
  });

  it('shows a QR code of an address that a phone can open, and a way to one where there is none', async () => {
    const { page } = await world.openLocal();
    const address = page.getByRole('region', { name: 'Address' });
    await address.getByText('A phone cannot open this address').waitFor();
    expect(await address.getByRole('button', { name: 'Show QR code' }).count()).toBe(0);
    await address.getByRole('link', { name: 'Choose a public address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Public address' }).waitFor();

    await showAsPublic(page, world.server.publicUrl, 'https://notes.example');
    await page.goBack();
    await page.reload();
    await address.getByRole('button', { name: 'Show QR code' }).click();
    await address.getByRole('img', { name: 'QR code of https://notes.example' }).waitFor();
    await page.context().close();
  });

  it('given a change waits for review, shows who wants it and why, and the badge counts it', async () => {
    const { page } = await world.openLocal();
    const document = await world.addPage({ title: 'Opening hours', content: 'From nine.' });
    await world.run(
      updateDocument,
      { id: document.id, content: 'From ten.', expected_version: 1, note: 'Later is nicer' },
      'eve',
    );
    const waiting = page.getByRole('region', { name: 'Waiting for review' });
    await waiting.getByRole('link', { name: /Opening hours.*eve.*Later is nicer/ }).waitFor();
    await page.getByText(/1 change waiting for review/).waitFor();
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Navigation: 1 to review, 1 unread notification' }).click();
    await page.getByRole('link', { name: /Review queue/ }).waitFor();
    await page.context().close();
  });

  it('shows the person at the machine what happened, and members only what they may see', async () => {
    const local = await world.openLocal();
    const events = local.page.getByRole('region', { name: 'What happened' });
    await events.getByText(/eve changed a page, sent for review: Opening hours/).waitFor();
    expect(await events.getByRole('link').count()).toBeLessThanOrEqual(5);
    await local.page.context().close();

    const { page } = await world.openAs('vera');
    await page.getByRole('region', { name: 'Changed last' }).getByRole('link', { name: /Till/ }).waitFor();
    await page.getByText(/nothing waits for review/).waitFor();
    for (const name of ['What happened', 'Getting started', 'Waiting for review'])
      expect(await page.getByRole('region', { name }).count()).toBe(0);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('is accessible in %s colours, on a phone too', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, expectClean } = await world.openLocal({ colorScheme, viewport });
      await page.getByRole('region', { name: 'Waiting for review' }).getByRole('link').waitFor();
      await page.getByRole('region', { name: 'What happened' }).getByRole('link').first().waitFor();
      await expectClean();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  });
});
