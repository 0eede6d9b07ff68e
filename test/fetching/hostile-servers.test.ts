import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '../patience.ts';
import { loopbackFetcher, refusal } from './loopback-fetcher.ts';
import { httpAnswer, startTcpServer, type TcpServer, type TcpServerOptions } from './tcp-server.ts';

/** Stands for the 10 s that a fetch may take, where a server is to be too slow. */
const TIMEOUT_MS = 400;
const BROKEN = 'The server at that address did not send a whole, valid answer.';
const TOO_SLOW = 'The server at that address took too long.';
const TOO_LARGE = 'The file at that address is larger than 100000 bytes.';

let server: TcpServer | undefined;
afterEach(() => server?.close());

/** What a fetch is told of a server, and whether its connection was gone afterwards. */
async function fetchFrom(options: TcpServerOptions, timeoutMs: number): Promise<string> {
  server = await startTcpServer(options);
  const scheme = options.isSecure ? 'https' : 'http';
  const url = `${scheme}://pictures.example.com:${server.port}/`;
  const { message } = await refusal(loopbackFetcher()(url, { timeoutMs }));
  await server.idle();
  return message;
}

/** Writes for ever, as fast as the other side reads. */
function flood(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Writes one piece every few milliseconds, for ever. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('“hostile servers end within 10 s”: each gives a clear sentence, and its connection is closed', () => {
  const cases: [string, string, (socket: Socket) => void][] = [
    ['says nothing at all', TOO_SLOW, () => undefined],
    ['closes without an answer', BROKEN, (socket) => socket.end()],
    ['resets the connection', BROKEN, (socket) => socket.resetAndDestroy()],
    ['does not speak HTTP', BROKEN, (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['sends garbage', BROKEN, (socket) => socket.end(Buffer.alloc(4096, 0xff))],
    [
      'sends an endless body',
      TOO_LARGE,
      (socket) => flood(socket.setNoDelay(), `${OK}\r\n${'x'.repeat(65_536)}`),
    ],
    [
      'sends an endless chunked body',
      TOO_LARGE,
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
        flood(socket, `1000\r\n${'x'.repeat(4096)}\r\n`);
      },
    ],
    [
      'says that it is too large',
      TOO_LARGE,
      (socket) => socket.write(httpAnswer(200, { 'Content-Length': '100001' })),
    ],
    [
      'sends less than it says',
      BROKEN,
      (socket) => socket.end(httpAnswer(200, { 'Content-Length': '10' }, 'short')),
    ],
    [
      'ends in the middle of a chunk',
      BROKEN,
      (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nff\r\nshort`),
    ],
    [
      'gives two lengths',
      BROKEN,
      (socket) => socket.end(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
    ],
    [
      'gives a length that is no number',
      BROKEN,
      (socket) => socket.end(httpAnswer(200, { 'Content-Length': '1e9' }, 'abc')),
    ],
    [
      'drips its body',
      TOO_SLOW,
      (socket) => {
        socket.write(httpAnswer(200, { 'Content-Length': '90000' }));
        drip(socket, 'x');
      },
    ],
    [
      'drips its head',
      TOO_SLOW,
      (socket) => {
        socket.write('HTTP/1.1 200 O');
        drip(socket, 'K');
      },
    ],
    [
      'drips headers',
      TOO_SLOW,
      (socket) => {
        socket.write(OK);
        drip(socket, 'X-More: yes\r\n');
      },
    ],
    [
      'sends endless headers',
      BROKEN,
      (socket) => {
        socket.write(OK);
        flood(socket, 'X-More: yes, there are more\r\n'.repeat(100));
      },
    ],
    [
      'sends one endless header',
      BROKEN,
      (socket) => {
        socket.write(`${OK}X-Long: `);
        flood(socket, 'a'.repeat(8192));
      },
    ],
    ['sends an endless status line', BROKEN, (socket) => flood(socket, 'HTTP/1.1 200 O'.padEnd(8192, 'K'))],
    [
      'sends endless chunk extensions',
      BROKEN,
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1;`);
        flood(socket, 'a'.repeat(8192));
      },
    ],
    [
      'sends endless trailers',
      BROKEN,
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`);
        flood(socket, 'X-More: yes, there are more\r\n'.repeat(100));
      },
    ],
    [
      'floods with 100 Continue',
      BROKEN,
      (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)),
    ],
    ['floods with 103', BROKEN, (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))],
    [
      'changes the protocol',
      BROKEN,
      (socket) => socket.end('HTTP/1.1 101 Switching\r\nUpgrade: ws\r\nConnection: upgrade\r\n\r\n'),
    ],
    [
      'compresses, although it was asked not to',
      'The server at that address compresses its answer although it was asked not to.',
      (socket) => {
        const bomb = gzipSync(Buffer.alloc(10_000_000));
        const length = { 'Content-Encoding': 'gzip', 'Content-Length': String(bomb.length) };
        socket.write(httpAnswer(200, length));
        socket.end(bomb);
      },
    ],
    [
      'redirects for ever',
      'The address redirects more than 3 times.',
      (socket) => socket.end(httpAnswer(302, { Location: '/' })),
    ],
  ];

  it.each(cases)('a server that %s: “%s”', async (_, message, answer) => {
    const timeoutMs = message === TOO_SLOW ? TIMEOUT_MS : PATIENCE.timeout;
    expect(await fetchFrom({ answer }, timeoutMs)).toBe(message);
  });

  it.each([
    ['breaks TLS at once', 'not TLS at all\r\n'],
    ['sends an alert', Buffer.from([21, 3, 3, 0, 2, 2, 40]).toString('latin1')],
  ])('a server that %s', async (_, greeting) => {
    server = await startTcpServer({ greeting });
    const fetching = loopbackFetcher()(`https://pictures.example.com:${server.port}/`);
    expect((await refusal(fetching)).message).toBe(
      'The server at that address does not prove who it is: its https or its certificate is not valid.',
    );
    await server.idle();
  });

  it('a body in pieces of one byte costs no more memory than its size', async () => {
    const body = Buffer.alloc(90_000, 120);
    const answer = (socket: Socket) => {
      socket.setNoDelay();
      socket.write(httpAnswer(200, { 'Transfer-Encoding': 'chunked' }));
      socket.end(`${'1\r\nx\r\n'.repeat(90_000)}0\r\n\r\n`);
    };
    server = await startTcpServer({ answer });
    const file = await loopbackFetcher()(`http://pictures.example.com:${server.port}/`);
    expect(file.body.equals(body)).toBe(true);
    expect(file.body.buffer.byteLength).toBeLessThanOrEqual(200_000);
  });
});
