import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAttempts } from '../../server/operations/diagnostics/attempts.ts';
import { createPaperBrowser, send } from '../oauth/paper-browser.ts';
import { allow, consentPage, createProgram, startWorld, type World } from '../oauth/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const latest = async () => {
  const [last] = (await world.desk(listAttempts, {})).items;
  if (!last) throw new Error('Nobody was seen.');
  return last;
};
const steps = async () => (await latest()).steps.map(({ step }) => step);

describe('a program that is being connected is followed step by step', () => {
  test('from the first question to the first call', async () => {
    const program = createProgram(world.url);
    await send(`${world.url}/api/mcp`, { method: 'POST' });
    expect((await latest()).sentence).toBe('A program found the workspace and goes on.');
    await send(`${world.url}/.well-known/oauth-protected-resource/api/mcp`);
    await send(`${world.url}/.well-known/oauth-authorization-server`);
    expect(await steps()).toEqual(['discovered']);

    const client = await program.client({ client_name: 'Claude' });
    expect((await latest()).sentence).toBe('Claude registered and goes on.');
    const { url, verifier } = program.authorizeUrl(client);
    const browser = createPaperBrowser();
    await browser.open(url);
    expect((await latest()).sentence).toBe('Claude waits for somebody at the sign-in page.');
    const landed = await allow(browser, url);
    expect(await steps()).toEqual(['discovered', 'registered', 'asked', 'signed_in', 'allowed']);
    const code = new URL(landed).searchParams.get('code') ?? '';
    const { body } = await program.redeem(client, code, verifier);
    expect((await latest()).state).toBe('under_way');
    expect((await latest()).sentence).toContain('got its token, is about to make its first call');

    await program.call(String(body['access_token']));
    await program.call(String(body['access_token']));
    expect(await steps()).toEqual([
      'discovered',
      'registered',
      'asked',
      'signed_in',
      'allowed',
      'token_issued',
      'called',
    ]);
    expect(await latest()).toMatchObject({
      client: 'Claude',
      address: world.url,
      ip: '127.0.0.1',
      state: 'connected',
      sentence: 'Claude is connected: its first call arrived.',
      hint: null,
    });
  });

  test('a call that has lost its token on the way is told from a first question', async () => {
    const program = createProgram(world.url);
    await program.connect({ client: await program.client({ client_name: 'Cursor' }) });
    await send(`${world.url}/api/mcp`, { method: 'POST' });
    const { state, sentence } = await latest();
    expect(state).toBe('stalled');
    expect(sentence).toContain('Cursor got its token, but its call arrived without one');
  });

  test('a call with another token than it was given is told from one that anybody makes up', async () => {
    const program = createProgram(world.url);
    const call = () =>
      send(`${world.url}/api/mcp`, { method: 'POST', headers: { authorization: 'Basic aG9tZTpob21l' } });
    const before = (await world.desk(listAttempts, {})).items.length;
    await call();
    expect((await world.desk(listAttempts, {})).items.length).toBe(before);
    await program.connect({ client: await program.client({ client_name: 'Cursor' }) });
    await call();
    const { state, sentence } = await latest();
    expect(state).toBe('stalled');
    expect(sentence).toContain('Cursor got its token, but called with another one');
  });

  test('a person who says no, and a program whose registration is refused', async () => {
    const program = createProgram(world.url);
    const client = await program.client({ client_name: 'Nosy' });
    await allow(createPaperBrowser(), program.authorizeUrl(client).url, { decision: 'deny' });
    expect((await latest()).sentence).toBe('Nosy asked to connect, and somebody said no.');

    await program.register({ client_name: 'Broken', redirect_uris: [] });
    const refused = await latest();
    expect(refused.state).toBe('failed');
    expect(refused.sentence).toContain('was refused: redirect_uris must name at least one address');
  });

  test('a code that is redeemed with the wrong proof is named as the reason', async () => {
    const program = createProgram(world.url);
    const client = await program.client({ client_name: 'Forgetful' });
    const { url } = program.authorizeUrl(client);
    const landed = await allow(createPaperBrowser(), url);
    const code = new URL(landed).searchParams.get('code') ?? '';
    await program.redeem(client, code, 'x'.repeat(43));
    const { client: name, state, sentence } = await latest();
    expect({ name, state }).toEqual({ name: 'Forgetful', state: 'failed' });
    expect(sentence).toContain('invalid_grant');
  });

  test('what a program calls itself is shown as one readable line, and strangers crowd nobody out', async () => {
    const program = createProgram(world.url);
    const client = await program.client({ client_name: 'Two\nlines\u202e' });
    await consentPage(createPaperBrowser(), program.authorizeUrl(client).url);
    expect((await latest()).client).toBe('Two lines');
    for (let count = 0; count < 60; count += 1)
      await send(`${world.url}/api/mcp`, { method: 'POST', headers: { 'user-agent': `Scanner${count}/1` } });
    const { items } = await world.desk(listAttempts, {});
    expect(items.length).toBe(20);
    expect(items.map(({ client: name }) => name)).toContain('Two lines');
  });
});
