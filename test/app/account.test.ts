import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { dayIn } from '../../renderer/screens/account/tokens/expiry.ts';
import { DESKTOP, openAppWorld, PASSWORD, PHONE, type AppPage, type AppWorld } from './app-world.ts';
import { letIn } from './let-in.ts';

const OTHER_PASSWORD = 'nine green ladders hum';

let world: AppWorld;
let members = 0;

beforeAll(async () => {
  world = await openAppWorld();
  await world.run(createDocument, { space: 'notes', title: 'Kettle care', content: 'Descale it.' });
});
afterAll(() => world.close());

/** Everybody begins without tokens, apps and other sessions. */
let username: string;
beforeEach(async () => {
  members += 1;
  username = `eve${members}`;
  await world.addMember(username, 'editor');
});

async function openTokens(): Promise<AppPage> {
  const app = await world.openAs(username);
  await app.go('/account/tokens');
  await app.page.getByRole('heading', { name: 'API tokens' }).waitFor();
  return app;
}

describe('Manage account', () => {
  it('changes the name that others see', async () => {
    const { page, go } = await world.openAs(username);
    await go('/account');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Eve Adams');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.locator('nav').getByText('Eve Adams').waitFor();
  });

  it('says at the field what is wrong with it', async () => {
    const { page, go } = await world.openAs(username);
    await go('/account');
    await page.getByLabel('Email').fill('eve@nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It must be an email address.').waitFor();
  });

  it('changes the password with the current one, and signs the other browsers out', async () => {
    const other = await world.openAs(username);
    const { page, go } = await world.openAs(username);
    await go('/account');
    const change = async (current: string, again = OTHER_PASSWORD) => {
      await page.getByRole('textbox', { name: 'Current password' }).fill(current);
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill(OTHER_PASSWORD);
      await page.getByRole('textbox', { name: 'New password again' }).fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change(PASSWORD, 'something else entirely');
    await page.getByText('It is not the same as the one above.').waitFor();
    await change('not my password at all');
    await page.getByText('The current password is not right.').waitFor();
    await change(PASSWORD);
    await page.getByText('Your password is changed, and one other browser is signed out.').waitFor();
    await other.page.reload();
    await other.page.waitForURL(/\/sign-in/);
  });

  it('lists where one is signed in, marks this browser, and ends another one', async () => {
    const other = await world.openAs(username);
    const { page, go } = await world.openAs(username);
    await go('/account');
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await page.getByText(/is signed out\./).waitFor();
    await other.page.reload();
    await other.page.waitForURL(/\/sign-in/);
    await expect.poll(() => page.getByRole('button', { name: /^Sign out Chrome/ }).count()).toBe(0);
  });

  it('signs out everywhere, this browser too, after asking', async () => {
    const { page, go } = await world.openAs(username);
    await go('/account');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(/\/sign-in/);
  });

  it('at the machine marks this browser too, and does not end it with the others', async () => {
    const { page, go } = await world.openLocal();
    await go('/account');
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: 'Sign out other browsers' }).click();
    await page.getByText(/No other browser was|All other browsers are/).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Manage account' }).waitFor();
  });
});

describe('API tokens', () => {
  it('“The secret is shown once”: created by keyboard alone, it works, and is nowhere to be seen afterwards', async () => {
    const { page } = await openTokens();
    await page.getByText('No tokens').waitFor();
    await page.getByRole('button', { name: 'Create token' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Backup script');
    await page.keyboard.press('Enter');
    await page.getByText('This is the only time you see it').waitFor();
    const secret = (await page.getByText(/^cpl_pat_\w{20,}$/).textContent()) ?? '';
    await page.getByText(`curl -H "Authorization: Bearer ${secret}"`).first().waitFor();
    const me = await fetch(`${world.server.publicUrl}/api/v1/me`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await me.json()).toMatchObject({ username, scopes: ['read', 'write'] });

    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(`cpl_pat_…${secret.slice(-4)}`).waitFor();
    await page.reload();
    await page.getByText('Reads and writes', { exact: true }).waitFor();
    await page.getByText(/created just now · last used just now · expires/).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('a token that never expires is made by somebody who means it', async () => {
    const { page } = await openTokens();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('For ever');
    await dialog.getByLabel('Expires').selectOption('never');
    const create = dialog.getByRole('button', { name: 'Create token' });
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByText('I want that').click();
    await create.click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('never expires').waitFor();
    const { items } = await world.run(listTokens, { username });
    expect(items).toMatchObject([{ name: 'For ever', scopes: ['read', 'write'], expires_at: null }]);
  });

  it('“Unchecking Allow writes at creation makes a read-only token”; it may expire on a date', async () => {
    const { page } = await openTokens();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    const mayWrite = dialog.getByRole('switch', { name: 'Allow writes' });
    expect(await mayWrite.isChecked()).toBe(true);
    await mayWrite.click();
    await dialog.getByLabel('Expires').selectOption({ label: 'On a date of your choice' });
    const day = dayIn(45, Date.now());
    await dialog.getByLabel('Date').fill(day);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Reads only').waitFor();
    const { items } = await world.run(listTokens, { username });
    expect(items).toMatchObject([{ name: 'Reader', scopes: ['read'], expires_at: expect.any(String) }]);
    expect(dayIn(0, Date.parse(items[0]?.expires_at ?? ''))).toBe(day);
  });

  it('“offers a ready-made client config snippet” at any time, with a place for the secret', async () => {
    const { page } = await openTokens();
    await page.getByRole('button', { name: 'Use a token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use a token' });
    await dialog
      .getByText(/^curl -H "Authorization: Bearer <API_TOKEN>"/)
      .first()
      .waitFor();
    await dialog.getByLabel('Use it with').selectOption({ label: 'Claude Code' });
    await dialog.getByText(/^claude mcp add .*Bearer <API_TOKEN>/).waitFor();
  });

  it('“revocable”: a revoked token leaves the list, and can be looked up', async () => {
    const { page } = await openTokens();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old script');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Revoke Old script' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No tokens').waitFor();
    await page.getByLabel('Show revoked and expired tokens').check();
    await page.getByText(/revoked just now/).waitFor();
  });
});

describe('Connected apps', () => {
  it('are on the page of API tokens: changed in how far they go, looked at in what they did, and disconnected', async () => {
    const app = await openTokens();
    const { page } = app;
    await page.getByText('No connected apps').waitFor();
    const claude = await letIn(page.context(), world.server.publicUrl, 'Claude');
    expect(await claude.call('list_spaces')).toBe(200);
    const card = page.getByRole('article', { name: 'Claude' });
    await card.getByText('answers to 127.0.0.1').waitFor();

    await card.getByLabel('How far it may go').selectOption({ label: 'Read only' });
    await card.getByText('It reads what you may read, and changes nothing.').waitFor();
    await page.getByText('Claude: Read only.').waitFor();

    await card.getByRole('button', { name: 'Show what it did' }).click();
    await card.getByText('Listed spaces').waitFor();
    await card.getByText('One call in the last 24 hours', { exact: true }).waitFor();

    await card.getByRole('button', { name: 'Disconnect Claude' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No connected apps').waitFor();
    expect(await claude.call('list_spaces')).toBe(401);
  });

  it('of everybody are seen by an admin at the machine, and by nobody else', async () => {
    const { page } = await openTokens();
    await letIn(page.context(), world.server.publicUrl, 'Cursor');
    expect(await page.getByText('Everybody’s').count()).toBe(0);

    const owner = await world.openLocal();
    await owner.go('/account/tokens');
    await owner.page.getByText('No connected apps').waitFor();
    await owner.page.getByText('Everybody’s').click();
    await owner.page.getByRole('article', { name: 'Cursor' }).getByText(username).waitFor();
  });
});

describe('the pages of the account', () => {
  it.each(['light', 'dark'] as const)('are accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const app = await world.openAs(username, { colorScheme, viewport });
      await app.go('/account');
      await app.page.getByText('This browser').waitFor();
      await app.expectClean();
      await app.go('/account/tokens');
      await app.page.getByText('No connected apps').waitFor();
      await app.expectClean();
      await app.page.getByRole('button', { name: 'Create token' }).click();
      await app.page.getByRole('dialog').getByLabel('Name').waitFor();
      await app.expectClean();
      await app.page.context().close();
    }
  });
});
