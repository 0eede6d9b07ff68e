import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { DESKTOP, openAppWorld, PHONE, type AppWorld } from './app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  world = await openAppWorld({ members: { eve: 'editor' } });
});
afterAll(() => world.close());

describe('the app', () => {
  it('opens at the machine with a launch ticket, once', async () => {
    const address = world.server.launchAddress() ?? '';
    const first = await world.browser.newContext();
    const page = await first.newPage();
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('');

    const other = await world.browser.newContext();
    const again = await other.newPage();
    const answer = await again.goto(address);
    expect(answer?.status()).toBe(403);
    expect(await again.getByText('npx commonplace open').count()).toBe(1);
  });

  it.each(['light', 'dark'] as const)('is accessible and quiet in %s colours', async (colorScheme) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const { expectClean, page } = await world.openLocal({ colorScheme, viewport });
      await expectClean();
      await page.context().close();
    }
  });

  it('shows what somebody else writes without a reload, with who and through what', async () => {
    const { page } = await world.openAs('eve');
    const stream = page.waitForResponse((answer) => answer.url().endsWith('/app/events'));
    await page.reload();
    await stream;
    await page.getByRole('heading', { level: 1, name: 'Hello, eve' }).waitFor();
    await world.run(createDocument, { space: 'notes', title: 'Kettle care', content: 'Descale it.' });
    await page
      .getByRole('link', { name: /Kettle care/ })
      .first()
      .waitFor();
    await page.getByText('Kettle care: changed by ada').waitFor();
    await page.context().close();
  });

  it('misses nothing that happens after the first answers and before changes are told', async () => {
    const { page } = await world.openAs('eve');
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/app/events', async (route) => {
      await opened;
      await route.continue();
    });
    const answer = page.waitForResponse((response) => response.url().endsWith('/app/call/documents.list'));
    await page.reload();
    await (await answer).finished();
    await world.run(createDocument, { space: 'notes', title: 'Written unheard', content: 'Text.' });
    expect(await page.getByText('Written unheard').count()).toBe(0);
    open();
    await page
      .getByRole('link', { name: /Written unheard/ })
      .first()
      .waitFor();
    await page.context().close();
  });

  it('sends whoever is signed out to the sign-in page', async () => {
    const { page } = await world.openAs('eve');
    await page.context().clearCookies();
    await page.goto(world.server.publicUrl);
    await page.getByLabel('Password').waitFor();
  });
});

describe('a call of the app', () => {
  it('of another site, or without what only the page knows, is refused (security P5)', async () => {
    const { page } = await world.openLocal();
    const base = new URL(page.url()).origin;
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const call = (headers: Record<string, string>) =>
      fetch(`${base}/app/call/documents.list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookies, ...headers },
        body: '{}',
      });
    const { csrf_token: token } = (await (
      await fetch(`${base}/app/session`, { headers: { cookie: cookies } })
    ).json()) as { csrf_token: string };

    expect((await call({})).status).toBe(403);
    expect((await call({ 'x-csrf-token': token, origin: 'https://evil.example' })).status).toBe(403);
    expect((await call({ 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await call({ 'x-csrf-token': token, cookie: '' })).status).toBe(401);
    expect((await call({ 'x-csrf-token': token })).status).toBe(200);
  });

  it('for what is possible only at the machine is refused to members, whatever their role', async () => {
    await world.addMember('root', 'admin');
    const { page } = await world.openAs('root');
    const answer = await page.evaluate(`(async () => {
      const { csrf_token: token } = await (await fetch('/app/session')).json();
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
      const response = await fetch('/app/call/users.list', { method: 'POST', headers, body: '{}' });
      return { status: response.status, body: await response.json() };
    })()`);
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden' } });
  });
});
