import { request } from 'node:http';
import { createServer } from 'node:https';
import { AUTHORITY, CERTIFICATE, PRIVATE_KEY } from './certificates.ts';
import type { Reach } from './paper-browser.ts';

export interface TlsProxy {
  /** How a browser or program reaches the hosts that it stands for. */
  reach: Reach;
  port: number;
  close(): Promise<void>;
}

/** A reverse proxy as people put them in front: ends TLS, keeps the host, says that it was https. */
export async function startTlsProxy(target: () => string): Promise<TlsProxy> {
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (incoming, outgoing) => {
    const { hostname, port } = new URL(target());
    const onward = request(
      {
        hostname,
        port,
        agent: false,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-for': '203.0.113.7',
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    reach: { connectTo: { host: '127.0.0.1', port }, ca: AUTHORITY },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
