import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaperBrowser } from '../paper-browser.ts';
import { allow, startWorld, type World } from '../world.ts';
import type { Remembered } from './remembering-provider.ts';
import { sdks } from './sdks.ts';

describe.each(sdks)('the OAuth client of the $label', ({ start }) => {
  let world: World;
  let url: URL;
  let remembered: Remembered;

  beforeAll(async () => {
    world = await startWorld();
    url = new URL('/api/mcp', world.url);
  });

  afterAll(() => world.close());

  beforeEach(() => void (remembered = {}));

  /** Tries, and lets the person decide: the attempt, and where their browser was sent in the end. */
  async function ask(decision: 'allow' | 'deny', address = url) {
    const attempt = start(address, remembered);
    await expect(attempt.tools()).rejects.toThrow('Unauthorized');
    const landed = await allow(createPaperBrowser(), String(remembered.authorizationUrl), { decision });
    return { attempt, callback: new URL(landed) };
  }

  async function connect(): Promise<string[]> {
    const { attempt, callback } = await ask('allow');
    await attempt.finish(callback);
    return start(url, remembered).tools();
  }

  test('finds its way from the connector’s address alone, registers, and connects once a person agrees', async () => {
    expect(await connect()).toContain('update_doc');
    expect(remembered.client).toMatchObject({ client_id: expect.any(String) });
    expect(remembered.tokens).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
  });

  test('asks for exactly this connector (RFC 8707) and with a challenge (PKCE, S256)', async () => {
    await connect();
    const asked = Object.fromEntries(remembered.authorizationUrl?.searchParams ?? []);
    expect(asked).toMatchObject({ resource: url.href, code_challenge_method: 'S256' });
  });

  test('connects at another name of the same server, and is sent nowhere else (trap T18)', async () => {
    const address = new URL(url);
    address.hostname = 'localhost';
    const { attempt, callback } = await ask('allow', address);
    expect(remembered.authorizationUrl?.origin).toBe(address.origin);
    expect(callback.searchParams.get('iss')).toBe(address.origin);
    await attempt.finish(callback);
    expect(await start(address, remembered).tools()).toContain('update_doc');
  });

  test('refreshes by itself when its token has ended, and asks nobody', async () => {
    await connect();
    const { tokens } = remembered;
    remembered.tokens = { ...tokens, access_token: `${tokens?.access_token}x`, token_type: 'Bearer' };
    delete remembered.authorizationUrl;
    expect(await start(url, remembered).tools()).toContain('update_doc');
    expect(remembered.authorizationUrl).toBeUndefined();
    expect(remembered.tokens.refresh_token).not.toBe(tokens?.refresh_token);
  });

  test('is told when the person says no, and gets no token', async () => {
    const { attempt, callback } = await ask('deny');
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'of the application',
      iss: world.url,
    });
    await expect(attempt.finish(callback)).rejects.toThrow(/said no|authorizationCode is required/);
    expect(remembered.tokens).toBeUndefined();
  });

  test('stays connected over a restart of the server', async () => {
    await connect();
    await world.restart();
    expect(await start(url, remembered).tools()).toContain('update_doc');
  });
});
