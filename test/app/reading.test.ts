import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { createSpace } from '../../server/operations/spaces/create.ts';
import { listTrash } from '../../server/operations/trash/list.ts';
import { DESKTOP, openAppWorld, PHONE, type AppPage, type AppWorld } from './app-world.ts';

let world: AppWorld;
let handbook: string;
let page: string;

const CONTENT = `# Pump care

See [the handbook](DOCUMENT) first.[^1]

## Before you start

> [!WARNING]
> Stop the sync first.

- [ ] Close the valve
- [x] Order the filter

## Steps

::::tabs
:::tab[macOS]
Use brew.
:::
:::tab[Windows]
Use winget.
:::
::::

:::details[Why?]
Because it leaks.
:::

## Parts

| Part | Stock |
| --- | --- |
| Valve | 12 |
| Filter | 3 |
| Seal | 100 |
| Pump | 1 |
| Hose | 20 |

\`\`\`decision
start: lost
nodes:
  lost: { ask: What is missing?, answers: { One page: trash, Everything: disk } }
  trash: { end: Press Restore. }
  disk: { end: Restore the backup. }
\`\`\`

\`\`\`mermaid
flowchart LR
  Pump --> Tank
\`\`\`

\`\`\`plantuml
Reader -> Server: GET
\`\`\`

[^1]: It explains the words.
`;

async function write(title: string, content: string, more: object = {}): Promise<string> {
  const input = { space: 'notes', title, content, status: 'published' as const, ...more };
  return (await world.run(createDocument, input)).document.id;
}

beforeAll(async () => {
  world = await openAppWorld({ members: { vera: 'viewer', eve: 'editor' } });
  handbook = await write('Handbook', 'All about pumps.');
  const content = CONTENT.replace('DOCUMENT', `/documents/${handbook}`);
  page = await write('Pump care', content, { parent: handbook, tags: ['pump'] });
});
afterAll(() => world.close());

/**
 * Gives texts and diagrams ten times as long as a page has patience with them (security H3): these here are no hostile
 * ones, and are to be read and drawn on a busy machine too.
 */
async function unhurried(app: AppPage): Promise<AppPage> {
  await app.page.evaluate(`{
    const wait = setTimeout;
    const PATIENCE = [2_000, 4_000];
    window.setTimeout = (step, ms, ...more) => wait(step, PATIENCE.includes(ms) ? 10 * ms : ms, ...more);
  }`);
  return app;
}

async function openPage(app: AppPage): Promise<AppPage> {
  await app.page.evaluate(`location.hash = '/documents/${page}'`);
  await app.page.getByRole('heading', { level: 1, name: 'Pump care' }).waitFor();
  await app.page.getByText('It explains the words.').waitFor();
  return app;
}

describe('a page that is read', () => {
  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const app = await openPage(await unhurried(await world.openLocal({ colorScheme, viewport })));
      await app.page.locator('[data-frame]').scrollIntoViewIfNeeded();
      await app.page.locator('[data-frame=drawn]').waitFor();
      await app.expectClean();
      await app.page.context().close();
    }
  });

  it('says where it stands, what links to it, and leads there', async () => {
    const { page: tab } = await openPage(await world.openAs('vera'));
    await tab.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Handbook' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    await tab.getByRole('region', { name: 'Pages below' }).getByRole('link', { name: 'Pump care' }).waitFor();
    await tab.getByRole('region', { name: 'Linked from' }).getByRole('link', { name: 'Pump care' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Pump care' }).waitFor();
  });

  it('offers nothing to a viewer that a viewer may not do', async () => {
    const { page: tab } = await openPage(await world.openAs('vera'));
    expect(await tab.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await tab.getByRole('button', { name: 'More about this page' }).click();
    await tab.getByRole('menuitem', { name: 'Copy as Markdown' }).waitFor();
    expect(await tab.getByRole('menuitem', { name: 'Move to Trash' }).count()).toBe(0);
  });

  it('opens at the section that its address names', async () => {
    const app = await world.openLocal();
    await app.page.evaluate(`location.hash = '/documents/${page}/section/parts'`);
    await expect.poll(() => app.page.evaluate('document.activeElement?.id')).toBe('text-parts');
  });

  it('given it is long, is read beside the page and laid out all the same', async () => {
    const id = await write('Long', '## Chapter\n\nWords &amp; words.\n\n'.repeat(1_000));
    const { page: tab } = await unhurried(await world.openAs('vera'));
    await tab.evaluate(`location.hash = '/documents/${id}'`);
    await tab.locator('[data-text=elements]').waitFor();
    await tab.getByRole('heading', { level: 2, name: 'Chapter' }).nth(999).waitFor({ state: 'attached' });
  });

  it('opens by the address that assistants name', async () => {
    const { page: tab } = await world.openAs('vera');
    await tab.goto(`${world.server.publicUrl}/documents/${page}`);
    await tab.getByRole('heading', { level: 1, name: 'Pump care' }).waitFor();
  });
});

describe('the blocks of a page', () => {
  it('given a reader ticks an item, it is ticked for them on every device, and for nobody else', async () => {
    const { page: tab } = await openPage(await world.openAs('vera'));
    expect(await tab.getByLabel('Order the filter').isChecked()).toBe(true);
    const kept = tab.waitForResponse((answer) => answer.url().endsWith('/checklists.tick'));
    await tab.getByLabel('Close the valve').check();
    expect((await kept).status()).toBe(200);

    const { page: phone } = await openPage(await world.openAs('vera', { viewport: PHONE }));
    await phone.getByRole('checkbox', { name: 'Close the valve', checked: true }).waitFor();
    const { page: other } = await openPage(await world.openAs('eve'));
    expect(await other.getByLabel('Close the valve').isChecked()).toBe(false);
  });

  it('tabs are walked by the keyboard', async () => {
    const { page: tab } = await openPage(await world.openLocal());
    await tab.getByRole('tab', { name: 'macOS' }).focus();
    await tab.keyboard.press('ArrowRight');
    await tab.getByText('Use winget.').waitFor();
    expect(await tab.getByText('Use brew.').isVisible()).toBe(false);
  });

  it('a table sorts by its headers and filters its rows', async () => {
    const { page: tab } = await openPage(await world.openLocal());
    const parts = () => tab.locator('tbody tr td:first-child').allInnerTexts();
    await tab.getByRole('button', { name: 'Sort by Stock' }).click();
    await expect.poll(parts).toEqual(['Pump', 'Filter', 'Valve', 'Hose', 'Seal']);
    await tab.getByRole('button', { name: 'Sort by Stock' }).click();
    await expect.poll(parts).toEqual(['Seal', 'Hose', 'Valve', 'Filter', 'Pump']);
    await tab.getByLabel('Filter rows').fill('h');
    await expect.poll(parts).toEqual(['Hose']);
    await tab.getByText('1 of 5 rows').waitFor();
  });

  it('a decision tree is walked there and back', async () => {
    const { page: tab } = await openPage(await world.openLocal());
    await tab.getByRole('button', { name: 'Everything' }).click();
    await tab.getByText('Restore the backup.').waitFor();
    await tab.getByRole('button', { name: 'Back', exact: true }).click();
    await tab.getByRole('button', { name: 'One page' }).click();
    await tab.getByText('Press Restore.').waitFor();
  });

  it('PlantUML leaves the machine only for the server that the reader chose', async () => {
    const { page: tab, problems } = await openPage(await world.openLocal());
    expect(problems).toEqual([]);
    const asked: string[] = [];
    await tab.route('https://uml.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>',
      });
    });
    await tab.getByRole('button', { name: 'Choose a render server' }).click();
    await tab.getByLabel('Address').fill('https://uml.example/');
    await tab.getByRole('button', { name: 'Draw diagrams there' }).click();
    await tab.locator('iframe[title="PlantUML diagram"][data-frame=drawn]').waitFor();
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/uml\.example\/svg\/[0-9A-Za-z_-]+$/)]);
  });
});

describe('the list of documents', () => {
  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    const app = await world.openLocal({ colorScheme });
    await app.go('/documents');
    await app.page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await app.expectClean();
  });

  it('leads through the tree of a space, page by page', async () => {
    const { page: tab } = await world.openAs('vera');
    await tab.evaluate("location.hash = '/documents'");
    const tree = tab.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('button', { name: 'Open Handbook' }).click();
    await tree.getByRole('link', { name: 'Pump care' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Pump care' }).waitFor();
  });

  it('is narrowed by status and tag', async () => {
    await write('Unfinished', 'Text', { status: 'draft' });
    const { page: tab } = await world.openAs('eve');
    await tab.evaluate("location.hash = '/documents'");
    const rows = tab.getByRole('main').locator('ul li p').locator('..').getByRole('link');
    await tab.getByLabel('Tag').fill('pump');
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Pump care']);
    await tab.getByLabel('Tag').fill('none such');
    await tab.getByText('No page fits.').waitFor();
  });

  it('given a page is moved to the Trash, it can be taken back at once', async () => {
    const id = await write('Mistake', 'Text');
    const { page: tab } = await world.openLocal();
    await tab.evaluate(`location.hash = '/documents/${id}'`);
    await tab.getByRole('button', { name: 'More about this page' }).click();
    await tab.getByRole('menuitem', { name: 'Move to Trash' }).click();
    await tab.getByText('“Mistake” is in the Trash.').waitFor();
    await tab.getByRole('button', { name: 'Undo' }).click();
    await tab.getByText('“Mistake” is back.').waitFor();
    expect((await world.run(listTrash, {})).items.find((item) => item.id === id) ?? null).toBeNull();
  });

  it('given a page is moved to another space, it stands there, and the reader is told', async () => {
    await world.run(createSpace, { slug: 'archive', name: 'Archive' });
    const id = await write('Wanderer', 'Text');
    const { page: tab } = await world.openLocal();
    await tab.evaluate(`location.hash = '/documents/${id}'`);
    await tab.getByRole('button', { name: 'More about this page' }).click();
    await tab.getByRole('menuitem', { name: 'Move…' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Move “Wanderer”' });
    await dialog.getByLabel('Space').click();
    await tab.getByRole('option', { name: 'Archive' }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await tab.getByText('The page is moved').waitFor();
    expect((await world.run(readDocument, { id })).document.space).toBe('archive');
  });
});
