import { AppError, forbidden } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import { auditRefusal, loadSettings } from '../../operations/perform.ts';
import type { AuthenticatedActor } from '../http/bearer.ts';
import { addHeaders, setHeaders, type HttpContext } from '../http/request-context.ts';
import { createSlidingWindow, rateLimited, rateLimitHeaders } from '../http/sliding-window.ts';
import { withObjectArguments } from './call-arguments.ts';
import { loadCaller, type Caller } from './caller.ts';
import { stepUpFor } from './challenge.ts';
import { clientGone, protocolHeaders, readMessage, sendResponse } from './http-message.ts';
import { isAllowedOrigin } from './origin.ts';
import { createProtocol, type ServerFor } from './protocol.ts';
import { answerRefusal } from './refusal.ts';
import { createServer } from './server.ts';
import { DEFAULT_MCP_LIMITS, type McpLimits } from './limits.ts';
import { tools as connectorTools } from './tools/catalog.ts';
import type { Tool } from './tool.ts';

export interface McpFaceOptions {
  services: Services;
  /** Rejects with `unauthorized`, `token_expired` or `rate_limited`. */
  authenticate(ctx: HttpContext): Promise<AuthenticatedActor>;
  limits?: Partial<McpLimits>;
  /** Largest request body; without it the workspace's attachment limit decides, as of each request. */
  bodyLimitBytes?: number;
  tools?: readonly Tool[];
  /** Answers instead of the connector, over the same mount: conformance is checked with a server of its own. */
  serverFor?: ServerFor;
}

/**
 * The connector: a handler for every method on `/api/mcp`, behind the listener's `Host` check. Stateless
 * streamable HTTP: no sessions, JSON answers, POST only (specification, "MCP server"; decisions, "MCP transport").
 *
 * What is wrong with the HTTP request itself is answered with its status and a JSON-RPC error. The order is
 * method, `Origin`, credential, rate, body: nothing of a stranger's body is read (security J5, M3).
 */
export function createMcpFace(options: McpFaceOptions): (ctx: HttpContext) => Promise<void> {
  const { services, tools = connectorTools } = options;
  const limits = { ...DEFAULT_MCP_LIMITS, ...options.limits };
  const catalog = new Map(tools.map((tool) => [tool.name, tool]));
  const serverFor = options.serverFor ?? ((caller) => createServer(services, catalog, caller));
  const respond = createProtocol(services, serverFor);
  const window = createSlidingWindow({ limit: limits.requestsPerMinute, clock: services.clock });

  function countRequest(ctx: HttpContext, userId: string): void {
    const state = window.take(userId);
    addHeaders(ctx, rateLimitHeaders(state));
    if (!state.isAllowed) throw rateLimited(state, 'requests to the connector');
  }

  async function answer(
    ctx: HttpContext,
    authenticated: AuthenticatedActor,
    signal: AbortSignal,
  ): Promise<void> {
    const received = await readMessage(ctx, options.bodyLimitBytes ?? bodyLimitOf(services));
    const { message, problem } = await withObjectArguments(received);
    const caller: Caller = { ...loadCaller(services, authenticated), ...(problem && { problem }) };
    const stepUp = stepUpFor(catalog, caller, message);
    if (stepUp) {
      const { tool, refusal, rawArguments } = stepUp;
      auditRefusal(services, tool.operation, caller.actor, refusal, rawArguments);
      throw refusal;
    }
    await sendResponse(ctx, await respond({ caller, message, headers: protocolHeaders(ctx), signal }));
  }

  return async (ctx) => {
    const signal = clientGone(ctx);
    try {
      if (isPreflight(ctx)) return answerPreflight(ctx);
      checkRequest(ctx);
      const authenticated = await authenticateNoted(ctx, options);
      countRequest(ctx, authenticated.user_id);
      await answer(ctx, authenticated, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      await answerRefusal(ctx, error, services.log);
    }
  };
}

/** For whoever watches an app being connected: its first call, or a call whose token was lost or replaced on the way. */
async function authenticateNoted(ctx: HttpContext, options: McpFaceOptions): Promise<AuthenticatedActor> {
  const { services } = options;
  const { attempts } = services.doctor;
  const noted = { request: ctx.req, address: ctx.state.baseUrl };
  try {
    const authenticated = await options.authenticate(ctx);
    const { credential } = authenticated;
    if (credential.kind === 'connected_app') {
      const clientId = services.store.tables.connected_apps.get(credential.id)?.client_id;
      attempts.note({ ...noted, step: 'called', clientId, name: credential.name });
    }
    return authenticated;
  } catch (error) {
    if (ctx.req.headers.authorization === undefined)
      attempts.note({ ...noted, step: 'called_without_token' });
    else if (error instanceof AppError && error.code === 'unauthorized')
      attempts.note({ ...noted, step: 'called_with_other_token' });
    throw error;
  }
}

function checkRequest(ctx: HttpContext): void {
  if (ctx.method !== 'POST') {
    ctx.state.head.push('Allow', 'POST');
    throw new AppError(
      'method_not_allowed',
      'The connector answers POST only: it has no sessions and no event stream.',
    );
  }
  checkOrigin(ctx);
}

/** Pages of this machine, such as an inspector's, may call and read the answer (decisions, "Discovery"). */
function checkOrigin(ctx: HttpContext): void {
  const { origin } = ctx.req.headers;
  const ownHosts = [ctx.host, new URL(ctx.state.baseUrl).host];
  if (isAllowedOrigin(origin, ownHosts)) {
    if (origin !== undefined) setHeaders(ctx, { ...CORS_HEADERS, 'Access-Control-Allow-Origin': origin });
  } else {
    throw forbidden('Pages of this origin may not call the connector.', {
      hint: 'Connect with a program, or from the address of this service.',
    });
  }
}

const CORS_HEADERS = { 'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After', Vary: 'Origin' };
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
  'Access-Control-Max-Age': '3600',
};

/** Browsers ask before a page calls. */
function isPreflight({ method, req }: HttpContext): boolean {
  return method === 'OPTIONS' && req.headers.origin !== undefined;
}

function answerPreflight(ctx: HttpContext): void {
  checkOrigin(ctx);
  setHeaders(ctx, PREFLIGHT_HEADERS);
  ctx.status = 204;
}

/** An image of the largest allowed size in base64, and room for the message around it (decisions, "MCP body limit"). */
function bodyLimitOf({ store }: Services): number {
  const attachmentBytes = loadSettings(store.tables).attachment_limit_mb * 1024 * 1024;
  return Math.ceil((attachmentBytes * 4) / 3) + 64 * 1024;
}
