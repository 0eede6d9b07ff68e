import {
  createMcpHandler,
  isLegacyRequest,
  type AuthInfo,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Services } from '../../operations/define.ts';
import type { Caller } from './caller.ts';

/** One JSON-RPC message over HTTP, parsed and with its caller known. */
export interface Exchange {
  caller: Caller;
  message: object;
  /** As received: the `mcp-…` ones must agree with the message (protocol 2026-07-28). */
  headers: Headers;
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
  const callers = new WeakMap<AuthInfo, Caller>();
  const factory = ({ authInfo }: { authInfo?: AuthInfo }) => {
    const caller = authInfo && callers.get(authInfo);
    if (!caller) throw new Error('An MCP request reached the protocol without a caller.');
    return serverFor(caller);
  };
  const modern = createMcpHandler(factory, {
    legacy: 'reject',
    onerror: (error) => services.log.debug({ err: error }, 'MCP request refused'),
  });
  return async ({ caller, message, headers, signal }) => {
    const request = new Request(`${caller.actor.base_url}/api/mcp`, {
      method: 'POST',
      headers,
      signal,
    });
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [...caller.actor.scopes] };
    callers.set(authInfo, caller);
    const options = { authInfo, parsedBody: message };
    if (namesModernRevision(headers, message) || !(await isLegacyRequest(request, message))) {
      return modern.fetch(request, options);
    }
    return respondAsLegacy(factory(options), request, options);
  };
}

/** Requests that say so in the header need not be classified twice: the SDK's handler does it again. */
function namesModernRevision(headers: Headers, message: object): boolean {
  return headers.get('mcp-protocol-version') === MODERN_REVISION && 'method' in message;
}

async function respondAsLegacy(
  server: Server,
  request: Request,
  options: { authInfo: AuthInfo; parsedBody: object },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const gone = new Promise<Response>((resolve) => {
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), {
      once: true,
    });
  });
  try {
    return await Promise.race([transport.handleRequest(request, options), gone]);
  } finally {
    await server.close();
  }
}
