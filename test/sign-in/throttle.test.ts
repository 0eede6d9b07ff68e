import { setTimeout as tick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { createPasswordHasher } from '../../server/identity/passwords.ts';
import { createSignInCode } from '../../server/operations/sign-in/create-code.ts';
import { isSignedIn, PASSWORD, signIn, startSignIn } from './world.ts';
import { encode, formTokenOf, type Page, type Visitor } from './visitor.ts';

const MINUTE = 60_000;
/** So that one address may try as often as a thousand. */
const MANY_ADDRESSES = {
  limits: { signInsPerMinute: 100_000, signInsPerTenMinutes: 100_000, signInsPerMinuteOfAll: 100_000 },
};

/** Sends a form again and again, without opening its page each time. */
async function guesser(browser: Visitor) {
  const token = formTokenOf(await browser.open('/sign-in'));
  return (fields: Record<string, string>): Promise<Page> =>
    browser.post('/sign-in', encode({ form_token: token, username: 'editor', password: 'wrong', ...fields }));
}

describe('"per account: 5 failures then 1, 2, 4 … 15 min delay, never permanent lock-out" (security P3)', () => {
  test('the sixth guess waits a minute, whatever address it comes from; the right password waits too', async () => {
    const { visitor, server, checked } = await startSignIn(MANY_ADDRESSES);
    for (let failure = 0; failure < 5; failure += 1)
      expect((await (await guesser(visitor()))({})).status).toBe(403);
    const page = await signIn(visitor());
    expect(page.status).toBe(429);
    expect(page.headers['retry-after']).toBe('60');
    expect(page.words).toContain('There were too many tries to sign in.');
    expect(checked).toHaveLength(5);
    server.workspace.clock.advance(MINUTE);
    expect((await signIn(visitor())).status).toBe(303);
  });

  test('a name that nobody has waits like one that somebody has (security P4)', async () => {
    const { visitor } = await startSignIn(MANY_ADDRESSES);
    const guess = await guesser(visitor());
    const seen: Record<string, string[]> = { editor: [], nobody: [] };
    for (const username of ['editor', 'nobody'])
      for (let failure = 0; failure < 8; failure += 1) {
        const { status, words, headers } = await guess({ username });
        seen[username]?.push(`${status} ${headers['retry-after']} ${words}`);
      }
    expect(seen['nobody']).toEqual(seen['editor']);
    expect(seen['nobody']?.at(-1)).toMatch(/^429 60 /);
  });

  test('"the owner must not be lockable by strangers": a browser that they signed in with before gets in', async () => {
    const { visitor, server } = await startSignIn();
    const owner = visitor();
    await signIn(owner);
    await owner.submit('/account', {}, { to: '/sign-out' });
    expect(await isSignedIn(owner)).toBe(false);
    const guess = await guesser(visitor());
    for (let attempt = 0; attempt < 200; attempt += 1) await guess({});
    expect((await signIn(visitor())).status).toBe(429);
    expect((await signIn(owner)).status).toBe(303);
    server.workspace.clock.advance(15 * MINUTE);
    expect((await signIn(visitor())).status).toBe(303);
  });

  test('a browser is known for the person who signed in with it, not for others', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser, { username: 'admin' });
    await browser.submit('/account', {}, { to: '/sign-out' });
    const guess = await guesser(browser);
    for (let failure = 0; failure < 5; failure += 1) await guess({});
    expect((await guess({})).status).toBe(429);
    expect((await signIn(browser, { username: 'admin' })).status).toBe(303);
  });

  test('a known browser has its own budget, not an endless one', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    await browser.submit('/account', {}, { to: '/sign-out' });
    const guess = await guesser(browser);
    for (let failure = 0; failure < 5; failure += 1) expect((await guess({})).status).toBe(403);
    expect((await guess({})).status).toBe(429);
  });
});

describe('"per IP 20 per 10 min, 10 a minute; global 100/min"', () => {
  test('one address gets ten tries a minute and twenty in ten, over all names', async () => {
    const { visitor, server, checked } = await startSignIn();
    const guess = await guesser(visitor());
    const tryTimes = async (times: number, from: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) await guess({ username: `name${from + attempt}` });
    };
    await tryTimes(15, 0);
    expect(checked).toHaveLength(10);
    server.workspace.clock.advance(MINUTE);
    await tryTimes(15, 100);
    expect(checked).toHaveLength(20);
    server.workspace.clock.advance(8 * MINUTE);
    await tryTimes(15, 200);
    expect(checked).toHaveLength(20);
    server.workspace.clock.advance(MINUTE);
    await tryTimes(15, 300);
    expect(checked).toHaveLength(30);
  });

  test('all strangers together get a hundred a minute', async () => {
    const { visitor, checked } = await startSignIn({
      limits: { signInsPerMinute: 100_000, signInsPerTenMinutes: 100_000 },
    });
    const guess = await guesser(visitor());
    for (let attempt = 0; attempt < 120; attempt += 1) await guess({ username: `name${attempt}` });
    expect(checked).toHaveLength(100);
  });

  test('wrong codes count as tries as well; the right one lets in whatever strangers try', async () => {
    const { visitor, server } = await startSignIn();
    const browser = visitor();
    const token = formTokenOf(await browser.open('/sign-in/code'));
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push(
        (await browser.post('/sign-in/code', encode({ form_token: token, code: '00000-00000' }))).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    const { code } = await server.workspace.as('admin', createSignInCode, { username: 'editor' });
    expect((await browser.submit('/sign-in/code', { code })).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a try that was not checked, because too many passwords are being checked (503)', () => {
  test('takes nothing from the tries of its address, of everybody, or of its name', async () => {
    let isBusy = true;
    const world = await startSignIn(
      {},
      {
        hash: async (password) => password,
        isOutdated: async () => false,
        async verify(password, hash) {
          if (isBusy)
            throw new AppError('unavailable', 'Too many passwords are being checked at the moment.');
          return password === hash;
        },
      },
    );
    const browser = world.visitor();
    const guess = await guesser(browser);
    for (let attempt = 0; attempt < 120; attempt += 1) expect((await guess({})).status).toBe(503);
    isBusy = false;
    for (let failure = 0; failure < 5; failure += 1) expect((await guess({})).status).toBe(403);
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await guess({ username: `name${attempt}` })).status).toBe(403);
    expect((await signIn(browser, { username: 'admin' })).status).toBe(303);
    expect((await (await guesser(world.visitor()))({ username: 'name' })).status).toBe(429);
  });
});

describe('"500 parallel sign-ins: never more than two hashes in flight" (security P2)', () => {
  test('the rest is told to come back, nothing is lost, and other pages answer meanwhile', async () => {
    let inFlight = 0;
    let most = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The gate is the real one; what it guards is held until everybody has asked.
    const gate = createPasswordHasher({
      hashing: {
        async hash() {
          return 'unused';
        },
        async verify() {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await held;
          inFlight -= 1;
          return false;
        },
      },
    });
    const world = await startSignIn(MANY_ADDRESSES, {
      ...gate,
      hash: async (password) => `hash of ${password}`,
    });
    const browser = world.visitor();
    const token = formTokenOf(await browser.open('/sign-in'));
    const answers = Array.from({ length: 500 }, (_, index) =>
      browser.post('/sign-in', encode({ form_token: token, username: `name${index}`, password: PASSWORD })),
    );
    while (world.checked.length < 500) await tick();
    expect((await browser.open('/sign-in/code')).status).toBe(200);
    release();
    const pages = await Promise.all(answers);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
    const busy = pages.filter(({ status }) => status === 503);
    expect(pages.filter(({ status }) => status === 403)).toHaveLength(500 - busy.length);
    expect(busy.length).toBeGreaterThanOrEqual(500 - 22);
    for (const page of busy) expect(page.headers['retry-after']).toBe('2');
  });
});
