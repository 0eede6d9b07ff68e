import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from './limits.ts';
import { createLimitedServer, drain, listen } from './server.ts';

const NEVER = 2_000_000_000;

test('a connection that was opened ahead of need and has said nothing does not hold up the end', async () => {
  const server = createLimitedServer((_request, answer) => void answer.end(), DEFAULT_LIMITS);
  const accepted = once(server, 'connection');
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await accepted;
  await expect(drain(server, NEVER)).resolves.toBeUndefined();
  socket.destroy();
});

test('an answer under way is waited for', async () => {
  const server = createLimitedServer((_request, answer) => {
    server.once('drained-for', () => answer.end('Here it is.'));
    server.emit('asked');
  }, DEFAULT_LIMITS);
  const asked = once(server, 'asked');
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const reply = once(get({ host: '127.0.0.1', port, agent: false }), 'response');
  await asked;
  const ended = drain(server, NEVER);
  server.emit('drained-for');
  const [response] = await reply;
  expect(await text(response)).toBe('Here it is.');
  await expect(ended).resolves.toBeUndefined();
});
