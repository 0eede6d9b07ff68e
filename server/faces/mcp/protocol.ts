import {
  createMcpHandler,
  isLegacyRequest,
  type AuthInfo,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Services } from '../../operations/define.ts';
import type { Caller } from './caller.ts';

/** By their names in lower case. As received: the `mcp-…` ones must agree with the message (protocol 2026-07-28). */
export type ProtocolHeaders = Readonly<Record<string, string>>;

/** One JSON-RPC message over HTTP, parsed and with its caller known. */
export interface Exchange {
  caller: Caller;
  message: object;
  headers: ProtocolHeaders;
  /** Aborted when the client goes away: the call ends with it. */
  signal: AbortSignal;
}

/** The first revision without sessions. */
const MODERN_REVISION = '2026-07-28';

export type Respond = (exchange: Exchange) => Promise<Response>;

/** Builds the protocol server that answers one request of one caller. */
export type ServerFor = (caller: Caller) => Server;

/**
 * Answers every protocol revision on one endpoint: the SDK's handler takes 2026-07-28, and its stateless
 * transport, told to answer in JSON, takes the 2025 revisions and 2024-11-05. Both ask one factory.
 */
export function createProtocol(services: Pick<Services, 'log'>, serverFor: ServerFor): Respond {
  // The SDK hands its caller record through by reference and never looks inside: the credential stays outside.
  const exchanges = new WeakMap<AuthInfo, Exchange>();
  const factory = ({ authInfo }: { authInfo?: AuthInfo }) => {
    const exchange = authInfo && exchanges.get(authInfo);
    if (!exchange) throw new Error('An MCP request reached the protocol without a caller.');
    const server = serverFor(exchange.caller);
    const leave = () => {
      server.close().catch((error: unknown) => services.log.debug({ err: error }, 'MCP call did not end'));
    };
    exchange.signal.addEventListener('abort', leave, { once: true });
    return server;
  };
  const modern = createMcpHandler(factory, {
    legacy: 'reject',
    onerror: (error) => services.log.debug({ err: error }, 'MCP request refused'),
  });
  return async (exchange) => {
    const { caller, message, headers, signal } = exchange;
    if (signal.aborted) return clientIsGone();
    const request = requestFor(exchange);
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [...caller.actor.scopes] };
    exchanges.set(authInfo, exchange);
    const options = { authInfo, parsedBody: message };
    if (namesModernRevision(headers, message) || !(await isLegacyRequest(request, message))) {
      return modern.fetch(request, options);
    }
    return respondAsLegacy(factory(options), request, { ...options, signal });
  };
}

/** Where the SDK believes that requests go. It looks at no more than the method and the headers. */
const ADDRESS = 'http://localhost/api/mcp';

/**
 * The request as the SDK takes it. Only a stream that lasts until its client goes gets the signal: a call ends with
 * its server, and a request that follows a signal costs three times as much.
 */
function requestFor({ message, headers, signal }: Exchange): Request {
  const isStream = 'method' in message && message.method === 'subscriptions/listen';
  return new Request(ADDRESS, { method: 'POST', headers, ...(isStream && { signal }) });
}

/** Requests that say so in the header need not be classified twice: the SDK's handler does it again. */
function namesModernRevision(headers: ProtocolHeaders, message: object): boolean {
  return headers['mcp-protocol-version'] === MODERN_REVISION && 'method' in message;
}

/** Nobody reads it: the status that logs know for a client that left. */
function clientIsGone(): Response {
  return new Response(null, { status: 499 });
}

async function respondAsLegacy(
  server: Server,
  request: Request,
  { signal, ...options }: { authInfo: AuthInfo; parsedBody: object; signal: AbortSignal },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const gone = new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(clientIsGone()), { once: true });
  });
  await server.connect(transport);
  try {
    return await Promise.race([transport.handleRequest(request, options), gone]);
  } finally {
    await server.close();
  }
}
