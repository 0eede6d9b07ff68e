import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecure } from 'node:tls';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

export interface TcpServer {
  port: number;
  /** Connections that were made to it, whether or not they asked for anything. */
  readonly connections: number;
  /** Heads of the requests that came in, one string each. */
  readonly requests: readonly string[];
  /** Resolves once every connection has ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface TcpServerOptions {
  host?: string;
  /** 0 picks a free one. */
  port?: number;
  isSecure?: boolean;
  /** Sent at once to whoever connects. */
  greeting?: string;
  /** What a connection gets once it has sent the head of a request; without it, silence. */
  answer?: (socket: Socket, head: string) => void;
}

/** A server below HTTP, so that it can answer whatever it likes. */
export async function startTcpServer({
  host = '127.0.0.1',
  port = 0,
  isSecure = false,
  greeting = '',
  answer,
}: TcpServerOptions = {}): Promise<TcpServer> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    let head = '';
    socket.write(greeting);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (head.includes('\r\n\r\n')) return;
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      requests.push(head);
      answer?.(socket, head);
    });
  };
  const server: Server = isSecure
    ? createSecure({ cert: CERTIFICATE, key: PRIVATE_KEY }, serve).on('tlsClientError', () => undefined)
    : createPlain(serve);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen({ host, port }, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    requests,
    async idle() {
      while (open.size > 0) {
        await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
      }
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An answer as it goes over the wire. */
export function httpAnswer(status: number, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${body}`;
}
