import {
  createServer,
  type RequestListener,
  type Server,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';
import { hasBody, holdContinue } from './body.ts';
import { limitBodyTime } from './body-time.ts';
import { errorBody } from './error-answer.ts';
import type { HttpLimits } from './limits.ts';

/** How often Node looks for requests that take too long. */
const TIMEOUT_CHECK_MS = 1_000;

/** A plain HTTP server with the limits of security R5, which answers JSON even to what is not HTTP. */
export function createLimitedServer(answer: RequestListener, limits: HttpLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: Math.max(limits.requestTimeoutMs, limits.uploadTimeoutMs),
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Missing and doubled Host headers are refused by our own check, with our own words.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections;
  rememberConnections(server);
  const answerInTime: RequestListener = (req, res) => {
    if (hasBody(req)) limitBodyTime(req, limits.requestTimeoutMs, () => answerLate(req, res));
    answer(req, res);
  };
  server.on('request', answerInTime);
  server.on('checkExpectation', answer);
  server.on('checkContinue', (req, res) => {
    holdContinue(req, res);
    answerInTime(req, res);
  });
  server.on('clientError', answerBrokenRequest);
  return server;
}

/** What Node's parser refused, by its error code. */
const BROKEN: Record<string, { status: string; error: AppError }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new AppError('bad_request', 'The request head is too large.', {
      hint: 'Send a shorter address, or fewer or shorter headers.',
    }),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: new AppError('bad_request', 'The request took too long to arrive.', { hint: 'Send it again.' }),
  },
};
const NOT_HTTP = {
  status: '400 Bad Request',
  error: new AppError('bad_request', 'This is not a valid HTTP request.'),
};

/** The request is still arriving; an answer that is on its way already can only be cut. */
function answerLate(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) req.socket.destroy();
  else
    answerBrokenRequest(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), req.socket);
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, error: refusal } = BROKEN[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ ...errorBody(refusal), status: Number(status.slice(0, 3)) });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Resolves with the port once the server listens; rejects when it cannot. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

const connections = new WeakMap<Server, Set<Socket>>();

function rememberConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Browsers and other clients open connections ahead of need; Node waits for what may come on them. */
function cutUnusedConnections(server: Server): void {
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** Stops accepting, waits for the answers under way, and after `limitMs` cuts what is left (security X14). */
export function drain(server: Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), limitMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    cutUnusedConnections(server);
  });
}
