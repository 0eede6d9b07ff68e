import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../server/operations/settings/read.ts';
import { settingsSchema } from '../../server/domain/settings-schema.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { SETTING_FIELDS, SETTING_GROUPS } from '../../renderer/screens/settings/setting-fields.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';
import { letIn } from './let-in.ts';

let world: AppWorld;
let app: AppPage;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
  app = await world.openLocal();
  await app.go('/settings');
});
afterAll(() => world.close());

const stored = () => world.run(readSettings, {});
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('Settings', () => {
  it('has every setting of the workspace in one of its groups, or on a page of its own', () => {
    const shown = SETTING_GROUPS.flatMap(({ keys }) => keys);
    const inParts = ['embeddings', 'port', 'local_network'];
    const elsewhere = Object.entries(SETTING_FIELDS)
      .filter(([key, { editor }]) => editor.kind === 'elsewhere' && !inParts.includes(key))
      .map(([key]) => key);
    expect([...shown, ...inParts, ...elsewhere].toSorted()).toEqual(
      Object.keys(settingsSchema.shape).toSorted(),
    );
    expect(elsewhere.filter((key) => !/^(?:backup_|public_|markdown_mirror)/.test(key))).toEqual([]);
  });

  it('saves a switch at once, and says so beside it', async () => {
    await app.page.getByRole('switch', { name: 'Training' }).click();
    await group(app.page, 'Training').getByText('Saved').waitFor();
    expect(await stored()).toMatchObject({ training: true });
  });

  it('saves a text when asked to, and forgets it when not', async () => {
    const name = app.page.getByRole('textbox', { name: 'Name of the workspace' });
    await name.fill('Kitchen');
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => name.inputValue()).toBe('Commonplace');
    await name.fill('Kitchen');
    await name.press('Enter');
    await group(app.page, 'Workspace').getByText('Saved').waitFor();
    expect(await stored()).toMatchObject({ workspace_name: 'Kitchen' });
    await app.page.getByRole('navigation').getByText('Kitchen', { exact: true }).waitFor();
  });

  it('says beside the field what the server refuses, and keeps what was', async () => {
    const days = app.page.getByRole('textbox', { name: 'Keep pages in the Trash for' });
    await days.fill('99999');
    await group(app.page, 'Documents').getByRole('button', { name: 'Save' }).click();
    await group(app.page, 'Documents')
      .getByText(/^It must be at most 3650/)
      .waitFor();
    expect(await stored()).toMatchObject({ trash_retention_days: 30 });
    await group(app.page, 'Documents').getByRole('button', { name: 'Undo' }).click();
    await group(app.page, 'Documents')
      .getByText(/^It must be/)
      .waitFor({ state: 'detached' });
  });

  it('chooses who may publish', async () => {
    await app.page.getByRole('radio', { name: /^Everybody who may edit/ }).click();
    await group(app.page, 'Approval').getByText('Saved').waitFor();
    expect(await stored()).toMatchObject({ approval_mode: 'open' });
  });

  it('given a flag named the port, says that the flag wins; the network counts from the next start', async () => {
    const computer = group(app.page, 'This computer');
    await computer.getByText('The port was named when Commonplace was started').waitFor();
    expect(await computer.getByRole('textbox', { name: 'Port' }).isDisabled()).toBe(true);
    await computer.getByText(world.folder).waitFor();
    await computer.getByRole('switch', { name: 'Open to the local network' }).click();
    await computer.getByText('This counts from the next start').waitFor();
    await computer.getByText('Stop Commonplace where it was started, and start it again.').waitFor();
    await computer.getByRole('switch', { name: 'Open to the local network' }).click();
    await computer.getByText('This counts from the next start').waitFor({ state: 'detached' });
  });

  it('has nothing of the desktop app where there is none', async () => {
    expect(await group(app.page, 'Desktop app').count()).toBe(0);
  });

  it('shows how the search index is, and builds it anew', async () => {
    const search = group(app.page, 'Search');
    await search.getByText(/can be found/).waitFor();
    await search.getByRole('button', { name: 'Build the index anew' }).click();
    await app.page.getByText(/The search index is built anew, of \d+ pages/).waitFor();
  });

  it('sets the service of search by meaning; its key is never shown again', async () => {
    const meaning = group(app.page, 'Search by meaning');
    await meaning.getByRole('combobox', { name: 'Service' }).click();
    await app.page.getByRole('option', { name: 'Ollama' }).click();
    await meaning.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
    await meaning.getByRole('button', { name: 'Save', exact: true }).click();
    await meaning.getByText(/must be an https address/).waitFor();
    await meaning.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
    await meaning.getByRole('button', { name: 'Save', exact: true }).click();
    await meaning.getByRole('textbox', { name: 'Key' }).fill('canary-key');
    await meaning.getByRole('button', { name: 'Save key' }).click();
    await app.page.getByText('The key is kept.').waitFor();
    await expect.poll(() => meaning.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('');
    await app.page.reload();
    await group(app.page, 'Search by meaning')
      .getByText(/pages are|does not answer/)
      .waitFor();
    expect(await app.page.content()).not.toContain('canary-key');
  });

  it('is the owner’s, at the machine: members have no such screen', async () => {
    const { page } = await world.openAs('eve');
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.context().close();
  });

  it('leads to what has a page of its own, Diagnostics among them', async () => {
    await group(app.page, 'On pages of their own').getByRole('link', { name: 'Diagnostics' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Diagnostics' }).waitFor();
    await app.go('/settings');
  });

  it('given a member opens a screen of the owner by its address, says where it is, and asks the server nothing', async () => {
    const { page, go, expectClean } = await world.openAs('eve');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    for (const [place, title] of [
      ['/settings', 'Settings'],
      ['/audit', 'Audit log'],
      ['/diagnostics', 'Diagnostics'],
      ['/people/spaces', 'Spaces and people'],
      ['/first-run/sample', 'First run'],
    ] as const) {
      await go(place);
      await page.getByText(`“${title}” is for whoever runs this workspace`).waitFor();
      expect(await page.getByRole('heading').allTextContents()).toEqual(['Only at the owner’s computer']);
    }
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(asked.filter((url) => /audit|settings|diagnostics|users/.test(url))).toEqual([]);
    await expectClean();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, go, expectClean } = await world.openLocal({ colorScheme, viewport });
      await go('/settings');
      await group(page, 'This computer').getByText(world.folder).waitFor();
      await expectClean();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.context().close();
    }
  });
});

describe('a published page', () => {
  it('is unpublished by whoever may, and published again by “Undo”', async () => {
    const { document } = await world.run(createDocument, {
      space: 'notes',
      title: 'Kettle care',
      content: 'Descale it.',
      status: 'published',
    });
    const status = async () => (await world.run(readDocument, { id: document.id })).document.status;
    await app.go(`/documents/${document.id}`);
    await app.page.getByRole('button', { name: 'More about this page' }).click();
    await app.page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await app.page.getByText('“Kettle care” is a draft again').waitFor();
    expect(await status()).toBe('draft');
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await app.page.getByText('“Kettle care” is published again.').waitFor();
    expect(await status()).toBe('published');
  });
});

describe('Connected apps', () => {
  it('say how often each has called within a day', async () => {
    const member = await world.openAs('eve');
    const claude = await letIn(member.page.context(), world.server.publicUrl, 'Claude');
    for (let call = 0; call < 2; call += 1) expect(await claude.call('list_spaces')).toBe(200);
    await member.go('/account/tokens');
    await member.page
      .getByRole('article', { name: 'Claude' })
      .getByText(/\d+ calls in the last 24 hours/)
      .waitFor();
    await member.expectClean();
    await member.page.context().close();
  });
});
