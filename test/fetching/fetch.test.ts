import { afterEach, describe, expect, it } from 'vitest';
import { loopbackFetcher, refusal } from './loopback-fetcher.ts';
import { httpAnswer, startTcpServer, type TcpServer, type TcpServerOptions } from './tcp-server.ts';

const servers: TcpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: TcpServerOptions): Promise<TcpServer> {
  const server = await startTcpServer(options);
  servers.push(server);
  return server;
}

const picture = httpAnswer(200, { 'Content-Type': 'image/png', ETag: '"1"', 'Set-Cookie': 'a=b' }, 'pixels');

describe('a file on a public https address', () => {
  it('arrives with its type and with what says how long it may be kept, and the server learns nothing of us', async () => {
    const server = await start({ isSecure: true, answer: (socket) => socket.end(picture) });
    const url = `https://pictures.example.com:${server.port}/a/b.png?size=2#part`;
    const file = await loopbackFetcher()(url, { accept: 'image/*' });
    expect(file).toEqual({
      url,
      status: 200,
      contentType: 'image/png',
      headers: { etag: '"1"' },
      body: Buffer.from('pixels'),
    });
    expect(server.requests).toEqual([
      [
        'GET /a/b.png?size=2 HTTP/1.1',
        `Host: pictures.example.com:${server.port}`,
        'Accept: image/*',
        'Accept-Encoding: identity',
        'User-Agent: Commonplace/0.0.0-test',
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    ]);
  });

  it('arrives in chunks as well as with a length, up to the last byte that is allowed', async () => {
    const body = 'x'.repeat(50_000);
    const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nc350\r\n${body}\r\n0\r\n\r\n`;
    const server = await start({ answer: (socket) => socket.end(chunked) });
    const url = `http://pictures.example.com:${server.port}/`;
    const { body: received } = await loopbackFetcher()(url, { maxBytes: 50_000 });
    expect(received.toString()).toBe(body);
    expect(await refusal(loopbackFetcher()(url, { maxBytes: 49_999 }))).toEqual({
      code: 'payload_too_large',
      message: 'The file at that address is larger than 49999 bytes.',
    });
  });

  it('is asked for on the second address of a name when the first does not answer', async () => {
    const server = await start({ host: '127.0.0.2', answer: (socket) => socket.end(picture) });
    const fetch = loopbackFetcher({
      resolveName: async () => ['127.0.0.1', '127.0.0.2'],
      isAllowedAddress: () => true,
    });
    const file = await fetch(`http://pictures.example.com:${server.port}/`);
    expect(file.body.toString()).toBe('pixels');
  });

  it('must come from whom the certificate names', async () => {
    const server = await start({ isSecure: true, answer: (socket) => socket.end(picture) });
    const message =
      'The server at that address does not prove who it is: its https or its certificate is not valid.';
    const elsewhere = loopbackFetcher()(`https://stranger.example.com:${server.port}/`);
    expect(await refusal(elsewhere)).toEqual({ code: 'bad_request', message });
    const plain = await start({ greeting: picture });
    const notSecure = loopbackFetcher()(`https://pictures.example.com:${plain.port}/`);
    expect(await refusal(notSecure)).toEqual({ code: 'bad_request', message });
    expect([...server.requests, ...plain.requests]).toEqual([]);
  });

  it.each([204, 206, 304, 401, 404, 500])('is not what comes with status %i', async (status) => {
    const server = await start({ answer: (socket) => socket.end(httpAnswer(status)) });
    const fetching = loopbackFetcher()(`http://pictures.example.com:${server.port}/`);
    expect(await refusal(fetching)).toEqual({
      code: 'bad_request',
      message: `The server at that address answered ${status} instead of sending the file.`,
    });
  });
});

describe('redirects', () => {
  /** Answers `/3` with a redirect to `/2`, and `/0` with the picture. */
  function countdown(socket: Parameters<NonNullable<TcpServerOptions['answer']>>[0], head: string) {
    const left = Number(/^GET \/(\d+)/.exec(head)?.[1]);
    socket.end(left === 0 ? picture : httpAnswer(302, { Location: `/${left - 1}` }));
  }

  it('“≤ 3 redirects”: the third is followed, the fourth is not', async () => {
    const server = await start({ answer: countdown });
    const base = `http://pictures.example.com:${server.port}`;
    expect((await loopbackFetcher()(`${base}/3`)).url).toBe(`${base}/0`);
    expect(await refusal(loopbackFetcher()(`${base}/4`))).toEqual({
      code: 'bad_request',
      message: 'The address redirects more than 3 times.',
    });
  });

  it('“CIMD 0”: none is followed where none is allowed', async () => {
    const server = await start({ answer: countdown });
    const fetching = loopbackFetcher()(`http://pictures.example.com:${server.port}/1`, { maxRedirects: 0 });
    expect((await refusal(fetching)).message).toBe(
      'The server at that address redirects elsewhere, which is not followed here.',
    );
    expect(server.connections).toBe(1);
  });

  it.each([
    ['http://127.0.0.1:PORT/', 'The URL does not lead to the public internet.'],
    ['//[::ffff:127.0.0.1]:PORT/', 'The URL does not lead to the public internet.'],
    ['http://2130706433:PORT/', 'The URL does not lead to the public internet.'],
    ['http://inside.example.com:PORT/', 'Nothing public answers at that address.'],
    ['http://user:secret@pictures.example.com:PORT/', 'The URL must not hold a user name or a password.'],
    ['file:///etc/passwd', 'The URL must start with https:// or http://.'],
    ['gopher://pictures.example.com/', 'The URL must start with https:// or http://.'],
    ['https://kb.example.com/attachments/x', 'The URL is an address of this workspace itself.'],
    ['http://pictures.example.com:22/', 'The URL must use the usual port of https or http.'],
    ['http://', 'The URL is not an address that can be fetched.'],
  ])('“each re-checked”: one to %s goes nowhere', async (location, message) => {
    const inner = await start({ answer: (socket) => socket.end(picture) });
    const server = await start({
      host: '127.0.0.2',
      answer: (socket) =>
        socket.end(httpAnswer(302, { Location: location.replace('PORT', String(inner.port)) })),
    });
    const fetch = loopbackFetcher({
      resolveName: async (name) => [name === 'inside.example.com' ? '127.0.0.1' : '127.0.0.2'],
      isAllowedAddress: (address) => address === '127.0.0.2',
      isAllowedPort: (port) => port !== 22,
      ownHosts: () => ['kb.example.com'],
      connectMs: 400,
    });
    const fetching = fetch(`http://pictures.example.com:${server.port}/`);
    expect(await refusal(fetching)).toEqual({ code: 'bad_request', message });
    expect(inner.connections).toBe(0);
  });

  it('from https to http are not followed unless http is allowed', async () => {
    const server = await start({
      isSecure: true,
      answer: (socket) => socket.end(httpAnswer(301, { Location: 'http://pictures.example.com/' })),
    });
    const url = `https://pictures.example.com:${server.port}/`;
    const fetching = loopbackFetcher()(url, { allowHttp: false });
    expect((await refusal(fetching)).message).toBe('The URL must start with https://.');
  });
});

describe('many fetches', () => {
  it('“10 concurrent”: the eleventh for a purpose is refused, and one for another purpose is not', async () => {
    const waiting: (() => void)[] = [];
    const server = await start({ answer: (socket) => void waiting.push(() => socket.end(picture)) });
    const url = `http://pictures.example.com:${server.port}/`;
    const fetch = loopbackFetcher();
    const ten = Array.from({ length: 10 }, () => fetch(url));
    expect(await refusal(fetch(url))).toMatchObject({ code: 'unavailable' });
    const other = fetch(url, { purpose: 'client metadata' });
    await expect.poll(() => waiting.length).toBe(11);
    for (const answer of waiting.splice(0)) answer();
    await Promise.all([...ten, other]);
    const again = fetch(url);
    await expect.poll(() => waiting.length).toBe(1);
    for (const answer of waiting) answer();
    expect((await again).status).toBe(200);
  });

  it('end with whoever asked for them', async () => {
    const server = await start({});
    const caller = new AbortController();
    const url = `http://pictures.example.com:${server.port}/`;
    const fetching = loopbackFetcher()(url, { signal: caller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    caller.abort(new Error('gone'));
    await expect(fetching).rejects.toThrow('gone');
    await server.idle();
  });
});
