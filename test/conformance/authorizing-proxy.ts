import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AuthorizingProxy {
  /** The connector's address through the proxy. */
  url: string;
  close(): Promise<void>;
}

/**
 * Stands before a protected server for programs that cannot send a credential: adds `Authorization` to every
 * request and leaves everything else as it came, `Host` and `Origin` too, because those are under test.
 */
export async function startAuthorizingProxy(target: URL, token: string): Promise<AuthorizingProxy> {
  const server = createServer((incoming, answer) => {
    const outgoing = request(
      {
        hostname: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: [...incoming.rawHeaders, 'Authorization', `Bearer ${token}`],
        // Node would put the target's own address in its place.
        setHost: false,
      },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
        reply.pipe(answer);
      },
    );
    outgoing.once('error', () => answer.destroy());
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
