import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNameResolver } from '../../server/fetching/resolve-name.ts';
import { createOutboundFetcher } from '../../server/fetching/create-outbound-fetcher.ts';
import { loopbackFetcher, refusal } from './loopback-fetcher.ts';
import { startNameServer } from './name-server.ts';
import { httpAnswer, startTcpServer, type TcpServer } from './tcp-server.ts';

const UNREACHABLE = { code: 'bad_request', message: 'Nothing public answers at that address.' };
const NOT_PUBLIC = { code: 'bad_request', message: 'The URL does not lead to the public internet.' };
const picture = httpAnswer(200, { 'Content-Type': 'image/png' }, 'pixels');

/** Stands for the inside of a network: nothing may ever connect to it. */
let inner: TcpServer;
/** The same port on the loopback address of IPv6. */
let innerSix: TcpServer;

beforeAll(async () => {
  inner = await startTcpServer({ answer: (socket) => socket.end(picture) });
  innerSix = await startTcpServer({ host: '::1', port: inner.port });
});

afterAll(async () => {
  await Promise.all([inner.close(), innerSix.close()]);
});

/** The fetcher with its real rules, but for the port that the server above happens to have. */
function fetchAs(url: string, resolveName = async (): Promise<string[]> => []) {
  const fetcher = createOutboundFetcher({
    version: '0.0.0-test',
    ownHosts: () => ['kb.example.com', '203.0.113.7'],
    isAllowedPort: (port) => port === 443 || port === 80 || port === inner.port,
    connectMs: 20,
    resolveName,
  });
  return fetcher.fetch({
    url: url.replace('PORT', String(inner.port)),
    purpose: 'image',
    maxBytes: 1000,
    allowHttp: true,
  });
}

const noConnections = () => expect([inner.connections, innerSix.connections]).toEqual([0, 0]);

describe('“0 connections to a forbidden address, counted at the socket”', () => {
  it.each([
    ['as it is usually written', ['127.0.0.1', '[::1]', '0.0.0.0', '[::]']],
    [
      'decimal, octal, hexadecimal, short',
      ['2130706433', '0177.0.0.1', '0x7f000001', '0x7f.1', '127.1', '0'],
    ],
    ['mixed and with zeros', ['0x7f.0.0.01', '127.0x0.1', '00000177.0.0.1', '017700000001']],
    ['in full-width and circled figures', ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1']],
    ['percent-encoded', ['%31%32%37.0.0.1', '127%2E0%2E0%2E1']],
    ['with a dot at the end', ['127.0.0.1.', 'localhost.']],
    [
      'IPv4 inside IPv6',
      ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]'],
    ],
    [
      'NAT64, 6to4, Teredo, ISATAP',
      ['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[2600::5efe:7f00:1]'],
    ],
    [
      'local names',
      ['localhost', 'LOCALHOST', 'printer', 'nas.local', 'db.internal', 'x.localhost', 'router.lan'],
    ],
    [
      'link-local and metadata',
      ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '168.63.129.16', '100.100.100.200'],
    ],
    [
      'private and special',
      ['10.0.0.1', '192.168.0.1', '[fc00::1]', '224.0.0.1', '240.0.0.1', '203.0.113.9'],
    ],
  ])('%s', async (_, hosts) => {
    for (const host of hosts) {
      expect([host, await refusal(fetchAs(`http://${host}:PORT/`))]).toEqual([host, NOT_PUBLIC]);
    }
    noConnections();
  });

  it.each([
    ['http://user@127.0.0.1:PORT/', 'The URL must not hold a user name or a password.'],
    ['https://good.example.com:PORT@127.0.0.1/', 'The URL must not hold a user name or a password.'],
    ['http://good.example.com:22/', 'The URL must use the usual port of https or http.'],
    ['http://good.example.com:8080/', 'The URL must use the usual port of https or http.'],
    ['ftp://good.example.com/', 'The URL must start with https:// or http://.'],
    ['file:///etc/passwd', 'The URL must start with https:// or http://.'],
    ['javascript:alert(1)', 'The URL must start with https:// or http://.'],
    ['data:image/png;base64,AAAA', 'The URL must start with https:// or http://.'],
    ['http://[fe80::1%25eth0]/', 'The URL is not an address that can be fetched.'],
    ['http://1.2.3.4.5/', 'The URL is not an address that can be fetched.'],
    ['//good.example.com/', 'The URL is not an address that can be fetched.'],
    ['', 'The URL is not an address that can be fetched.'],
    [`https://good.example.com/${'a'.repeat(2048)}`, 'The URL is not an address that can be fetched.'],
    ['https://kb.example.com/attachments/a', 'The URL is an address of this workspace itself.'],
    ['https://KB.example.com./', 'The URL is an address of this workspace itself.'],
    ['http://203.0.113.7/', 'The URL is an address of this workspace itself.'],
  ])('%s', async (url, message) => {
    expect(await refusal(fetchAs(url))).toEqual({ code: 'bad_request', message });
    noConnections();
  });

  it('plain http is for those who allow it', async () => {
    const fetching = loopbackFetcher()('http://pictures.example.com/', { allowHttp: false });
    expect((await refusal(fetching)).message).toBe('The URL must start with https://.');
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['2606:4700::1', '::ffff:7f00:1']],
    [[]],
  ])('a name with the addresses %j is refused as a whole', async (addresses) => {
    const fetching = fetchAs('http://inside.example.com:PORT/', async () => addresses);
    expect(await refusal(fetching)).toEqual(UNREACHABLE);
    noConnections();
  });

  it('ignores the proxies that the environment names', async () => {
    const proxy = `http://127.0.0.1:${inner.port}`;
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy;
    try {
      const fetching = fetchAs('http://outside.example.com:PORT/', async () => []);
      expect(await refusal(fetching)).toEqual(UNREACHABLE);
    } finally {
      for (const name of names) delete process.env[name];
    }
    noConnections();
  });
});

describe('“Rebinding: DNS server answering public then 127.0.0.1 with TTL 0”', () => {
  it('1,000 tries: 0 connections to loopback, and each name is asked for once a connection', async () => {
    // 127.0.0.2 stands for the public internet.
    const outer = await startTcpServer({
      host: '127.0.0.2',
      port: inner.port,
      answer: (socket) => socket.end(picture),
    });
    const answers = new Map<string, number>();
    const names = await startNameServer((name) => {
      const times = answers.get(name) ?? 0;
      answers.set(name, times + 1);
      return [times % 2 === 0 ? '127.0.0.2' : '127.0.0.1'];
    });
    const fetch = loopbackFetcher({
      resolveName: createNameResolver({ servers: [names.address] }),
      isAllowedAddress: (address) => address === '127.0.0.2',
    });
    let fetched = 0;
    for (let round = 0; round < 100; round += 1) {
      const tries = Array.from({ length: 10 }, (_, index) =>
        fetch(`http://name-${round}-${index}.example.com:${inner.port}/`),
      );
      for (const file of await Promise.all(tries)) fetched += file.body.length / 'pixels'.length;
    }
    expect(fetched).toBe(1000);
    expect(outer.connections).toBe(1000);
    expect([...answers.values()].every((times) => times === 1)).toBe(true);

    const secondTime = await refusal(
      loopbackFetcher({
        resolveName: createNameResolver({ servers: [names.address] }),
        isAllowedAddress: (address) => address === '127.0.0.2',
        connectMs: 200,
      })(`http://name-0-0.example.com:${inner.port}/`),
    );
    expect(secondTime).toEqual(UNREACHABLE);
    noConnections();
    await Promise.all([outer.close(), names.close()]);
  });

  it('a name that points elsewhere after a redirect back to it is refused', async () => {
    const outer = await startTcpServer({
      host: '127.0.0.2',
      port: inner.port,
      answer: (socket) => socket.end(httpAnswer(302, { Location: '/again' })),
    });
    let asked = 0;
    const fetch = loopbackFetcher({
      resolveName: async () => [(asked += 1) === 1 ? '127.0.0.2' : '127.0.0.1'],
      isAllowedAddress: (address) => address === '127.0.0.2',
      connectMs: 500,
    });
    expect(await refusal(fetch(`http://pictures.example.com:${inner.port}/`))).toEqual(UNREACHABLE);
    expect(outer.connections).toBe(1);
    noConnections();
    await outer.close();
  });
});

describe('“Uniform error and time for refused, closed and filtered ports”', () => {
  const CONNECT_MS = 300;

  it('whatever the reason, the answer is the same and comes when the time for connecting is over', async () => {
    const silent = await startTcpServer();
    const closed = await startTcpServer();
    await closed.close();
    const silentNames = createNameResolver({ servers: ['127.0.0.1:9'] });
    const asked = async (url: string, resolveName: () => Promise<string[]>) => {
      const start = performance.now();
      const fetch = loopbackFetcher({ connectMs: CONNECT_MS, resolveName });
      const said = await refusal(fetch(url, { timeoutMs: 20 * CONNECT_MS }));
      return { said, isEarly: performance.now() - start < CONNECT_MS - 2 };
    };
    const results = await Promise.all([
      asked(`http://closed.example.com:${closed.port}/`, async () => ['127.0.0.1']),
      asked(`https://silent.example.com:${silent.port}/`, async () => ['127.0.0.1']),
      asked(`http://private.example.com:${inner.port}/`, async () => ['10.0.0.1']),
      asked('http://unknown.example.com/', async () => []),
      asked('http://failing.example.com/', () => Promise.reject(new Error('SERVFAIL'))),
      asked('http://slow.example.com/', () => silentNames('slow.example.com', new AbortController().signal)),
    ]);
    expect(results).toEqual(results.map(() => ({ said: UNREACHABLE, isEarly: false })));
    await silent.close();
  });
});
