import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { createSpace } from '../../server/operations/spaces/create.ts';
import { setSpaceMember } from '../../server/operations/spaces/set-member.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
  await world.run(createDocument, { space: 'notes', title: 'By hand', content: 'Text.' }, 'eve');
});
afterAll(() => world.close());

/** Writes pages through the API as a program of this name would. */
async function writeThrough(name: string, names: readonly string[], user?: string): Promise<void> {
  const { secret } = await world.run(createToken, { name, scopes: ['read', 'write'] }, user);
  for (const title of names) {
    const answer = await fetch(`${world.server.publicUrl}/api/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ space: 'notes', title, content: 'Text.' }),
    });
    expect(answer.status).toBe(201);
  }
}

/** Calls a tool of the connector. */
async function callTool(secret: string, name: string, args: object): Promise<void> {
  const answer = await fetch(`${world.server.publicUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  expect(await answer.text()).toContain('needs a token');
}

async function titles(): Promise<string[]> {
  return (await world.run(listDocuments, { limit: 100 })).items.map(({ title }) => title);
}

async function save(app: AppPage, item: RegExp): Promise<string> {
  await app.page.getByRole('button', { name: 'Export' }).click();
  const download = app.page.waitForEvent('download');
  await app.page.getByRole('menuitem', { name: item }).click();
  return readFile(await (await download).path(), 'utf8');
}

describe('the audit log', () => {
  it('says who did what through what, and is narrowed down', async () => {
    await writeThrough('Robot', ['By a robot']);
    const app = await world.openLocal();
    await app.go('/audit');
    const byRobot = app.page.getByRole('row', { name: /ada.*Robot · API.*Wrote a page.*By a robot/ });
    const byEve = app.page.getByRole('row', { name: /eve.*Wrote a page.*By hand/ });
    await byRobot.waitFor();
    await byEve.waitFor();
    await app.page.getByRole('combobox', { name: 'Person' }).click();
    await app.page.getByRole('option', { name: 'eve' }).click();
    await byRobot.waitFor({ state: 'detached' });
    await byEve.waitFor();
    await app.page.getByRole('button', { name: 'Clear' }).click();
    await app.page.getByRole('combobox', { name: 'Way in' }).click();
    await app.page.getByRole('option', { name: 'API' }).click();
    await byEve.waitFor({ state: 'detached' });
    await byRobot.waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says what was done to what, and opens to show the rest', async () => {
    await world.run(createSpace, { slug: 'kitchen', name: 'Kitchen' });
    await world.run(setSpaceMember, { slug: 'kitchen', username: 'eve', right: 'read' });
    await world.run(updateSettings, { backlinks: false });
    const app = await world.openLocal();
    await app.go('/audit');
    const { page } = app;
    await page.getByRole('row', { name: /Added a person eve as editor/ }).waitFor();
    await page.getByRole('row', { name: /Added a space Kitchen/ }).waitFor();
    await page.getByRole('row', { name: /Changed rights in a space Kitchen eve: read/ }).waitFor();
    const settings = page
      .getByRole('row', { name: /Changed settings Pages show what links to them/ })
      .first();
    await settings.getByRole('button', { name: 'Details' }).click();
    await page.getByText('settings.update', { exact: true }).waitFor();
    await page.getByText('settings workspace', { exact: true }).waitFor();
    await app.expectClean();
  });

  it('shows what is done while it is open, and why a call was refused', async () => {
    const document = await world.addPage({ title: 'Kettle' });
    const { secret } = await world.run(createToken, { name: 'Reader', scopes: ['read'] });
    const { page, go } = await world.openLocal();
    await go('/audit');
    await page.getByRole('row', { name: /Wrote a page Kettle/ }).waitFor();
    await callTool(secret, 'update_doc', { id: document.id, title: 'Pot' });
    await world.addPage({ title: 'Afterwards' });
    await page.getByRole('row', { name: /Wrote a page Afterwards/ }).waitFor();
    await page
      .getByRole('row', { name: /Reader.*Assistant Changed a page Refused: it may only read Kettle/ })
      .waitFor();
  });

  it('is two or three lines an entry on a phone, none of them outside of the screen', async () => {
    const { page, go } = await world.openLocal({ viewport: PHONE });
    await go('/audit');
    const row = page.getByRole('row', { name: /Robot · API.*Wrote a page By a robot/ });
    await row.getByRole('button', { name: 'Details' }).click();
    await page.getByText('documents.create', { exact: true }).waitFor();
    const box = await row.boundingBox();
    expect(box?.height).toBeLessThan(90);
    for (const part of await page.getByRole('row').getByRole('button').all()) {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
  });

  it('has nothing to show for days on which nothing happened', async () => {
    const { page, go } = await world.openLocal();
    await go('/audit');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('Nothing like this happened.', { exact: false }).waitFor();
  });

  it('is exported as it is filtered, for spreadsheets and for programs', async () => {
    const app = await world.openLocal();
    await app.go('/audit');
    await app.page.getByRole('combobox', { name: 'Person' }).click();
    await app.page.getByRole('option', { name: 'eve' }).click();
    await app.page.getByRole('row', { name: /ada/ }).first().waitFor({ state: 'detached' });
    const csv = await save(app, /CSV/);
    expect(csv.split('\r\n')[0]).toContain('seq,at,username');
    expect(csv).toContain('By hand');
    expect(csv).not.toContain(',ada,');
    const entries = JSON.parse(await save(app, /JSON/)) as { username: string }[];
    expect(new Set(entries.map(({ username }) => username))).toEqual(new Set(['eve']));
  });

  it('is for the person at the machine', async () => {
    const { page } = await world.openAs('eve');
    await page.getByRole('link', { name: 'Documents' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });
});

describe('a sitting of an app', () => {
  it('is taken back after a look at what that does', async () => {
    await writeThrough('Eager robot', ['Robot page one', 'Robot page two']);
    const { page, go, problems } = await world.openLocal();
    await go('/audit');
    await page
      .getByRole('row', { name: /Eager robot.*Robot page one/ })
      .getByRole('link', { name: 'Open or undo' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Eager robot' }).waitFor();
    await page.getByText('2 changes in 2 pages', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Undo this sitting' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Will be taken back').first().waitFor();
    expect(await titles()).toContain('Robot page one');
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await dialog.getByText('Taken back', { exact: true }).last().waitFor();
    expect(await titles()).not.toContain('Robot page one');
    expect(await titles()).toContain('By hand');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText(/taken back by ada/).waitFor();
    expect(problems).toEqual([]);
  });

  it('is seen by the person in whose name it was, and by no other member', async () => {
    await writeThrough('Robot of Eve', ['Eve’s robot page'], 'eve');
    const { page, go } = await world.openAs('eve');
    await go('/activity');
    await page.getByRole('link', { name: /Robot of Eve/ }).waitFor();
    expect(await page.getByRole('link', { name: /Eager robot/ }).count()).toBe(0);
  });
});

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('in %s colours', (colorScheme, viewport) => {
  it('log, activity and the question before an undo are accessible', async () => {
    await writeThrough(`Robot in ${colorScheme}`, [`Page in ${colorScheme}`]);
    const app = await world.openLocal({ colorScheme, viewport });
    await app.go('/audit');
    await app.page
      .getByRole('row', { name: /Robot in/ })
      .first()
      .waitFor();
    await app.expectClean();
    await app.go('/activity');
    await app.page.getByRole('link', { name: `Robot in ${colorScheme}` }).click();
    await app.page.getByRole('button', { name: 'Undo this sitting' }).click();
    await app.page.getByText('Will be taken back').first().waitFor();
    await app.expectClean();
  });
});
