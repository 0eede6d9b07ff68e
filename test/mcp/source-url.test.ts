import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createOutboundFetcher } from '../../server/fetching/create-outbound-fetcher.ts';
import { CERTIFICATE } from '../fetching/certificate.ts';
import { httpAnswer, startTcpServer, type TcpServer } from '../fetching/tcp-server.ts';
import { png } from '../images/pictures.ts';
import { clients, documentIn, type TestClient } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';

let connector: Connector;
let ada: Person;
let host: TcpServer;

const HEADERS = { 'Content-Type': 'image/png', 'Content-Length': String(png().length) };

/** pictures.example.com: a real TLS server that answers by the path. */
function startHost(): Promise<TcpServer> {
  return startTcpServer({
    isSecure: true,
    answer: (socket, head) => {
      const [, path = ''] = head.split(' ');
      const picture = Buffer.concat([Buffer.from(httpAnswer(200, HEADERS)), png()]);
      const answers: Record<string, Buffer | string> = {
        '/valve.png': picture,
        '/moved': httpAnswer(302, { Location: '/valve.png', 'Content-Length': '0' }),
        '/inside': httpAnswer(302, { Location: 'https://169.254.169.254/valve.png', 'Content-Length': '0' }),
        '/page': httpAnswer(200, { 'Content-Type': 'text/html', 'Content-Length': '5' }, '<html'),
      };
      socket.end(answers[path] ?? httpAnswer(404, { 'Content-Length': '0' }));
    },
  });
}

beforeEach(async () => {
  ({ connector, ada } = await startEngineering());
  host = await startHost();
  // The program's own fetcher with all its rules; of the names and addresses of this test alone it thinks otherwise.
  connector.services.fetcher = createOutboundFetcher({
    version: '0.0.0-test',
    resolveName: async () => ['127.0.0.1'],
    isAllowedAddress: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
    authorities: CERTIFICATE,
  });
});
afterEach(async () => {
  await connector.close();
  await host.close();
});

const replySchema = z.object({
  markdown: z.string(),
  placed: z.string(),
  attachment: z.object({ name: z.string(), type: z.string(), url: z.string() }),
});

describe.each(clients)('add_image with source_url, called with the $label client', ({ connect }) => {
  let client: TestClient;
  let id: string;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
    id = documentIn(await client.call('create_doc', { title: 'Valve', markdown: 'Text' })).id;
  });

  const at = (path: string, scheme = 'https') => `${scheme}://pictures.example.com:${host.port}${path}`;
  const add = (source_url: string) => client.call('add_image', { doc_id: id, source_url, insert: 'append' });

  test.each(['/valve.png', '/moved'])(
    '“The server fetches the image”: %s comes over TLS, is attached, placed and read back',
    async (path) => {
      const { structured } = await add(at(path));
      const { attachment, markdown, placed } = replySchema.parse(structured);
      expect([placed, attachment.type]).toEqual(['now', 'image/png']);
      const answer = await fetch(attachment.url, { headers: { authorization: `Bearer ${ada.token}` } });
      expect(Buffer.from(await answer.arrayBuffer()).equals(png())).toBe(true);
      const text = (await client.call('read_doc', { id })).structured['markdown'];
      expect(text).toBe(`Text\n\n${markdown}`);
      expect(host.requests[0]).toMatch(/^GET [^ ]+ HTTP\/1\.1\r\n/);
      expect(host.requests[0]?.toLowerCase()).not.toMatch(/authorization|cookie/);
    },
  );

  test.each([
    ['an address that is not public, behind a redirect', () => at('/inside'), 1],
    ['this computer', () => `https://localhost:${host.port}/valve.png`, 0],
    ['plain http', () => at('/valve.png', 'http'), 0],
    ['a web page', () => at('/page'), 1],
    ['nothing there', () => at('/gone'), 1],
    ['a certificate of somebody else', () => `https://else.example.net:${host.port}/valve.png`, 1],
  ])('%s: an error that says why and what to do, and nothing is written', async (_, url, connections) => {
    const { isError, structured } = await add(url());
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ message: expect.any(String), hint: expect.any(String) });
    expect(host.connections).toBe(connections);
    expect(connector.store.tables.attachments.size).toBe(0);
  });
});
