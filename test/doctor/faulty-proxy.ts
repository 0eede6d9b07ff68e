import {
  createServer as createPlainServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { Network } from '../../server/doctor/network.ts';
import { createAuthority, type Authority, type Issued } from './make-certificate.ts';

export const HOST = 'kb.example.com';
export const BASE = `https://${HOST}`;

/** What goes wrong on the way from a client to the server. Nothing, when empty. */
export interface Fault {
  /** Shown instead of a good one. */
  certificate?: Issued;
  /** Answers in place of the server; false where the request goes on to it. */
  answer?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  /** Changes the headers that go on to the server. */
  request?: (headers: OutgoingHttpHeaders, incoming: IncomingMessage) => void;
  /** Drops the body of what goes on. */
  dropsBody?: boolean;
  /** Changes the answer of the server, unless it is a stream. */
  response?: (answer: Held, incoming: IncomingMessage) => void;
  /** Passes answers on when they are complete. */
  buffers?: boolean;
  /** Another server than ours. */
  target?: string;
  /** What name servers say of the host. */
  resolve?: Network['resolve'];
  /** Plain http is answered instead of being redirected. */
  isOpenOverHttp?: boolean;
  /** Where connections are really made to. */
  port?: number;
}

/** An answer that is held back to be changed. */
export interface Held {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

export interface FaultyProxy {
  /** The way to the host that it stands for. */
  network: Network;
  fault: Fault;
  /** Of the authority that is believed, and of another one. */
  certificates: { authority: Authority; stranger: Issued };
  close(): Promise<void>;
}

/** A reverse proxy that ends TLS for `HOST`, as people put one in front, with faults to be switched on. */
export async function startFaultyProxy(target: () => string): Promise<FaultyProxy> {
  const authority = createAuthority('Authority of a test');
  const good = authority.issue([HOST]);
  const secure = createServer(good, (incoming, outgoing) => pass(incoming, outgoing, 'https'));
  const plain = createPlainServer((incoming, outgoing) => pass(incoming, outgoing, 'http'));
  const ports = new Map([
    [443, await open(secure)],
    [80, await open(plain)],
  ]);
  let current: Fault = {};

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, scheme: string): void {
    if (scheme === 'http' && current.isOpenOverHttp !== true) {
      outgoing.writeHead(308, { location: `${BASE}${incoming.url ?? '/'}` }).end();
      return;
    }
    if (current.answer?.(incoming, outgoing) === true) return;
    const headers: OutgoingHttpHeaders = { ...incoming.headers, 'x-forwarded-proto': scheme };
    current.request?.(headers, incoming);
    const { hostname, port } = new URL(current.target ?? target());
    const onward = request(
      { hostname, port, agent: false, method: incoming.method, path: incoming.url, headers },
      (answer) => void passBack(current, incoming, answer, outgoing),
    );
    onward.on('error', () => outgoing.destroy());
    if (current.dropsBody === true) onward.end();
    else incoming.pipe(onward);
  }

  const network: Network = {
    resolve: (host) => current.resolve?.(host) ?? Promise.resolve([{ address: '203.0.113.10', family: 4 }]),
    route: ({ port }) => ({
      addresses: [{ address: '127.0.0.1', family: 4 }],
      port: current.port ?? ports.get(port) ?? port,
    }),
    authorities: [authority.cert],
  };
  return {
    network,
    get fault() {
      return current;
    },
    set fault(fault) {
      current = fault;
      secure.setSecureContext(fault.certificate ?? good);
    },
    certificates: { authority, stranger: createAuthority('Another authority').issue([HOST]) },
    async close() {
      await Promise.all([secure, plain].map(shut));
    },
  };
}

async function passBack(
  { response, buffers }: Fault,
  incoming: IncomingMessage,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const isStream = answer.headers['content-type'] === 'text/event-stream';
  if ((!response || isStream) && buffers !== true) {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const { 'transfer-encoding': _encoding, 'content-length': _length, ...headers } = answer.headers;
  const held: Held = {
    status: answer.statusCode ?? 502,
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
  response?.(held, incoming);
  outgoing.writeHead(held.status, held.headers).end(held.body);
}

function open(server: Server | ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function shut(server: Server | ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
}
