import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUsers } from '../../server/operations/users/list.ts';
import { DESKTOP, openAppWorld, PASSWORD, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld();
});
afterAll(() => world.close());

async function person(username: string) {
  const { items } = await world.run(listUsers, {});
  return items.find((user) => user.username === username);
}

describe('Spaces and people', () => {
  it('says to somebody who is alone that nothing here matters yet, and keeps the last admin', async () => {
    const { page, go } = await world.openLocal();
    await go('/people');
    await page.getByText('Only you use this workspace').waitFor();
    await page.getByLabel('Role of ada').selectOption('editor');
    await page.getByText('This is the last admin.').waitFor();
    await page.getByText('Make somebody else an admin first.').waitFor();
    expect(await page.getByLabel('Role of ada').inputValue()).toBe('admin');
  });

  it('invites a person by a link, behind which they choose a password', async () => {
    const { page, go } = await world.openLocal();
    await go('/people');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill('grace hopper');
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    await dialog.getByText(/must be 1 to 64 of/).waitFor();
    await dialog.getByLabel('Username').fill('grace');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace Hopper');
    await dialog.getByLabel('Role').selectOption('approver');
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    const link = (await dialog.getByText(/\/invitation\//).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('article', { name: 'Grace Hopper' });
    await row.getByText('Not joined yet').waitFor();

    const context = await world.browser.newContext();
    const guest = await context.newPage();
    await guest.goto(link);
    await guest.locator('input[name=password]').fill(PASSWORD);
    await guest.locator('input[name=password_again]').fill(PASSWORD);
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { level: 1 }).waitFor();
    await row.getByText('Not joined yet').waitFor({ state: 'detached' });
    expect(await person('grace')).toMatchObject({ role: 'approver', has_password: true });
    await context.close();
  });

  it('changes a role, makes a training manager, and disables an account, which signs the person out', async () => {
    await world.addMember('eve', 'editor');
    const eve = await world.openAs('eve');
    const { page, go } = await world.openLocal();
    await go('/people');
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More for eve' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await page.getByLabel('Role of eve').selectOption('viewer');
    await page.getByText('eve is now viewer.').waitFor();
    await choose('Make a training manager');
    await page.getByRole('article', { name: 'eve' }).getByText('Training manager').waitFor();
    await choose('Disable the account');
    await page.getByRole('article', { name: 'eve' }).getByText('Disabled').waitFor();
    expect(await person('eve')).toMatchObject({ role: 'viewer', training_manager: true, disabled: true });
    await eve.page.reload();
    await eve.page.waitForURL(/\/sign-in/);
    await choose('Enable the account');
    await page.getByText('eve can use the workspace again.').waitFor();
  });

  it('lets somebody in who has lost their password, once, with a code', async () => {
    await world.addMember('tom', 'viewer');
    const { page, go } = await world.openLocal();
    await go('/people');
    await page.getByRole('button', { name: 'More for tom' }).click();
    await page.getByRole('menuitem', { name: 'One-time code' }).click();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('button', { name: 'Copy One-time code' }).waitFor();
    const code = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';

    const context = await world.browser.newContext();
    const guest = await context.newPage();
    await guest.goto(`${world.server.publicUrl}/sign-in`);
    await guest.getByRole('button', { name: 'Use a one-time code' }).click();
    await guest.getByLabel(/code/i).first().fill(code);
    await guest.keyboard.press('Enter');
    await guest.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await context.close();
  });

  it('makes a private space, and lets a person into it by name', async () => {
    await world.addMember('max', 'editor');
    const { page, go } = await world.openLocal();
    await go('/people/spaces');
    await page.getByRole('button', { name: 'Create a space' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Küche & Bar');
    await expect.poll(() => dialog.getByLabel('Short name').inputValue()).toBe('kuche-bar');
    await dialog.getByText('Only people you name, and admins').click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('article', { name: 'Küche & Bar' }).getByText('Private').waitFor();

    const max = await world.openAs('max');
    await max.go('/documents');
    expect(await max.page.getByText('Küche & Bar').count()).toBe(0);
    await page.getByRole('button', { name: 'People in Küche & Bar' }).click();
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'max' });
    await row.getByText('Does not see this space').waitFor();
    await row.getByLabel('Right of max').selectOption('edit');
    await row.getByText('Reads and edits').waitFor();
    await max.page.getByText('Küche & Bar').first().waitFor();
  });

  it('is offered at the machine only', async () => {
    await world.addMember('root', 'admin');
    const { page, go } = await world.openAs('root');
    expect(await page.locator('nav').getByText('Spaces and people').count()).toBe(0);
    await go('/account');
    await page.evaluate(`location.hash = '/people'`);
    await page.getByRole('heading', { name: 'Only at the owner’s computer' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const app = await world.openLocal({ colorScheme, viewport });
      await app.go('/people');
      await app.page.getByLabel('Role of ada').waitFor();
      await app.expectClean();
      await app.page.getByRole('button', { name: 'Invite a person' }).click();
      await app.page.getByRole('dialog').getByLabel('Username').waitFor();
      await app.expectClean();
      await app.page.keyboard.press('Escape');
      await app.go('/people/spaces');
      await app.page.getByRole('button', { name: 'People in Notes' }).click();
      await app.page.getByRole('dialog').getByText('Reads and edits').first().waitFor();
      await app.expectClean();
      await app.page.context().close();
    }
  });
});
