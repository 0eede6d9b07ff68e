import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTemplates } from '../../server/operations/templates/list.ts';
import { readTemplate } from '../../server/operations/templates/read.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { pat: 'approver' } });
});
afterAll(() => world.close());

describe('templates, at the machine', () => {
  it('are made, with a preview beside the text', async () => {
    const { page, go, problems } = await world.openLocal();
    await go('/templates');
    await page.getByRole('link', { name: 'New template' }).click();
    await page.getByLabel('Name').fill('Tea round');
    await page.getByLabel('What it is for').fill('Who makes tea when');
    await page.getByRole('combobox', { name: 'Tags of the pages' }).fill('tea');
    await page.keyboard.press('Enter');
    await page.getByLabel('Text').fill('## Who\n\n_Names._');
    await page.getByRole('heading', { level: 2, name: 'Who' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tea round' }).waitFor();
    const { template } = await world.run(readTemplate, { template: 'Tea round' });
    expect(template).toMatchObject({ scaffold: '## Who\n\n_Names._', tags: ['tea'], built_in: false });
    expect(problems).toEqual([]);
  });

  it('keep their names apart: what was typed stays when the server refuses', async () => {
    const { page, go } = await world.openLocal();
    await go('/templates/new');
    await page.getByLabel('Name').fill('sop');
    await page.getByLabel('Text').fill('Text.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Choose another name.').waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('Text.');
  });

  it('that come with the program are changed and get their wording back', async () => {
    const { page, go } = await world.openLocal();
    await go('/templates/tpl_runbook/edit');
    await page.getByLabel('What it is for').fill('Ours');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset to the original' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('The original wording is back.').waitFor();
    const { template } = await world.run(readTemplate, { template: 'tpl_runbook' });
    expect(template.changed).toBe(false);
  });

  it('are hidden and offered again', async () => {
    const { page, go } = await world.openLocal();
    await go('/templates/tpl_policy');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await page.getByText('is hidden. Pages made with it stay.', { exact: false }).waitFor();
    const ids = async () => (await world.run(listTemplates, {})).items.map(({ id }) => id);
    expect(await ids()).not.toContain('tpl_policy');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Offer again' }).click();
    await page.getByText('is offered again.', { exact: false }).waitFor();
    expect(await ids()).toContain('tpl_policy');
  });

  it('of the workspace are deleted after a question', async () => {
    const { page, go } = await world.openLocal();
    await go('/templates/new');
    await page.getByLabel('Name').fill('Short-lived');
    await page.getByLabel('Text').fill('Text.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Short-lived' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('“Short-lived” is deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  });
});

describe('templates, for a member', () => {
  it('are read only: they are changed at the machine', async () => {
    const { page, go } = await world.openAs('pat');
    await go('/templates');
    await page.getByRole('link', { name: /Runbook/ }).click();
    await page.getByRole('heading', { level: 1, name: /Runbook/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await go('/templates');
    expect(await page.getByRole('link', { name: 'New template' }).count()).toBe(0);
  });
});

describe.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('in %s colours', (colorScheme, viewport) => {
  it('list, page and form are accessible', async () => {
    const app = await world.openLocal({ colorScheme, viewport });
    await app.go('/templates');
    await app.page.getByRole('link', { name: /Runbook/ }).waitFor();
    await app.expectClean();
    await app.go('/templates/tpl_sop');
    await app.page.getByRole('link', { name: 'All templates' }).waitFor();
    await app.expectClean();
    await app.go('/templates/tpl_sop/edit');
    await app.page.getByLabel('Name').waitFor();
    await app.expectClean();
  });
});
