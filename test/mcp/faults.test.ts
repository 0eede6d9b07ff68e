import { afterEach, describe, expect, test } from 'vitest';
import { startConnector, type Connector } from './connector.ts';
import { probeTool } from './probe-tool.ts';
import { bearer, legacy, modern, post } from './raw.ts';

let connector: Connector | undefined;

afterEach(async () => {
  await connector?.close();
  connector = undefined;
});

const CALL = { name: 'probe', arguments: {} };
const eras = [
  { era: '2025 revisions', body: legacy('tools/call', CALL), headers: {} },
  { era: '2026-07-28', ...modern('tools/call', CALL) },
];

describe.each(eras)('a call of the $era', ({ body, headers }) => {
  test('that hits a fault of ours says so in general words; the cause is in the log alone (trap T21)', async () => {
    const probe = probeTool(() => Promise.reject(new Error('ENOENT /home/ada/secret.json')));
    connector = await startConnector({ tools: [probe] });
    const { token } = await connector.person('ada', 'viewer');
    const reply = await post(connector.url, body, { ...bearer(token), ...headers });
    expect(reply.json.result).toMatchObject({ isError: true, structuredContent: { error: 'internal' } });
    expect(reply.text).not.toContain('secret.json');
    const requestId = reply.headers.get('x-request-id') ?? 'none';
    expect(reply.text).toContain(requestId);
    expect(connector.log.join('')).toContain('secret.json');
    expect(connector.log.join('')).toContain(requestId);
    expect(await connector.store.audit({ limit: 1 })).toMatchObject([
      { action: 'test.probe', result: 'refused: internal', via: 'mcp' },
    ]);
  });

  test('ends when its client goes away (trap T27)', async () => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const probe = probeTool((signal) => {
      signal?.addEventListener('abort', () => ended.resolve(), { once: true });
      started.resolve();
      return ended.promise;
    });
    connector = await startConnector({ tools: [probe] });
    const { token } = await connector.person('ada', 'viewer');
    const leaving = new AbortController();
    const reply = fetch(connector.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...bearer(token), ...headers },
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await started.promise;
    leaving.abort();
    await expect(reply).rejects.toThrow('aborted');
    await expect(ended.promise).resolves.toBeUndefined();
  });
});
