import { afterEach, describe, expect, test } from 'vitest';
import { mintPersonalToken } from '../../server/domain/token-secret.ts';
import { startRest, type Answer, type RestServer } from './rest-server.ts';

let server: RestServer;
afterEach(() => server.close());

const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const repeat = (times: number, send: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, index) => send(index)));

describe('"120 requests per minute per user. Over the limit gives 429"', () => {
  test('200 parallel calls over three tokens of one user: exactly 120 pass; another user is unaffected', async () => {
    server = await startRest({ limits: { requestsPerMinute: 120 } });
    const tokens = [await server.token('editor'), await server.token('editor'), await server.token('editor')];
    const answers = await repeat(200, (index) =>
      server.call('GET', '/api/v1/me', { token: tokens[index % 3] }),
    );
    expect(statuses(answers)).toEqual({ 200: 120, 429: 80 });
    expect((await server.call('GET', '/api/v1/me', { token: await server.token('editor') })).status).toBe(
      429,
    );
    expect((await server.call('GET', '/api/v1/me', { token: await server.token('viewer') })).status).toBe(
      200,
    );
  });

  test('the refusal is JSON with Retry-After, and every answer tells where the caller stands', async () => {
    server = await startRest({ limits: { requestsPerMinute: 2 } });
    const token = await server.token('editor');
    const me = () => server.call('GET', '/api/v1/me', { token });
    expect((await me()).headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
    server.workspace.clock.advance(10_000);
    expect((await me()).headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '60' });
    const refused = await me();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('50');
    expect(refused.json).toMatchObject({ error: 'rate_limited', status: 429, retry_after: 50 });
    server.workspace.clock.advance(49_999);
    expect((await me()).status).toBe(429);
    server.workspace.clock.advance(1);
    expect((await me()).status).toBe(200);
    expect((await me()).status).toBe(429);
  });

  test('the window slides: around the edge of a minute no more than 120 pass', async () => {
    server = await startRest({ limits: { requestsPerMinute: 120 } });
    const token = await server.token('editor');
    const me = () => server.call('GET', '/api/v1/me', { token });
    server.workspace.clock.advance(59_000);
    expect(statuses(await repeat(120, me))).toEqual({ 200: 120 });
    server.workspace.clock.advance(2_000);
    expect(statuses(await repeat(120, me))).toEqual({ 429: 120 });
  });

  test('failures of every kind count, as do writes', async () => {
    server = await startRest({ limits: { requestsPerMinute: 3 } });
    const token = await server.token('editor');
    await server.call('GET', '/api/v1/documents/none', { token });
    await server.call('POST', '/api/v1/documents', { token, raw: '{' });
    await server.call('DELETE', '/api/v1/documents/none', { token });
    expect((await server.call('GET', '/api/v1/me', { token })).status).toBe(429);
  });
});

describe('"failed bearer 30/min" per address', () => {
  test('the 31st wrong token is answered 429, while right ones pass and missing ones are 401', async () => {
    server = await startRest();
    const wrong = () => server.call('GET', '/api/v1/me', { token: mintPersonalToken().secret });
    expect(statuses(await repeat(40, wrong))).toEqual({ 401: 30, 429: 10 });
    expect((await server.call('GET', '/api/v1/me', { token: await server.token('viewer') })).status).toBe(
      200,
    );
    expect((await server.call('GET', '/api/v1/me')).status).toBe(401);
    server.workspace.clock.advance(60_000);
    expect((await wrong()).status).toBe(401);
  });

  test('`X-Forwarded-For` and its kind change nothing', async () => {
    server = await startRest({ limits: { failedTokensPerMinute: 1 } });
    const answers = await Promise.all(
      ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'forwarded'].map((header, index) =>
        server.call('GET', '/api/v1/me', { token: 'wrong', headers: { [header]: `203.0.113.${index}` } }),
      ),
    );
    expect(statuses(answers)).toEqual({ 401: 1, 429: 3 });
  });
});
