import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Koa, { type Context } from 'koa';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { PublicAccessPaused, type ResolveBaseUrl } from './base-url.ts';
import { answerError } from './error-answer.ts';
import type { ClientAddress } from './client-address.ts';
import { passHeadToKoa, peerAddress, type HttpContext } from './request-context.ts';
import type { Match, Router } from './router.ts';
import { SECURITY_HEAD, STRICT_TRANSPORT } from './security-headers.ts';

/** Answers a matched request, or throws an error that the application turns into an answer. */
export type HttpHandler = (ctx: HttpContext, match: Match<HttpHandler>) => void | Promise<void>;

export interface AppOptions {
  log: Logger;
  baseUrl: ResolveBaseUrl;
  router: Router<HttpHandler>;
  /** Answers everything at `/api/mcp`, whatever the method. */
  mcp?: ((ctx: Context) => void | Promise<void>) | undefined;
  /** Answers everything below `/api/oauth/` and `/.well-known/`, whatever the method. */
  oauth?: ((ctx: Context) => Promise<void>) | undefined;
  /** Whose request it is; the peer's when absent. */
  addressOf?: ClientAddress;
  /** Told of each request, before anything else. */
  onRequest?: (request: IncomingMessage) => void;
  isStopping: () => boolean;
}

const MCP_PATH = '/api/mcp';
const OAUTH_PATHS = /^\/(?:api\/oauth|\.well-known)\//;
const PROGRAMS_PATHS = /^\/(?:api|\.well-known)(?:\/|$)/i;
const PAGE_ASSETS = '/page-assets/';
/** Where clients that were given the bare address look for the connector. */
const MISTAKEN_MCP_PATHS = new Set(['/', '/mcp', '/mcp/', '/sse', '/api', '/api/', '/api/mcp/']);

/** The listener's application: request id and headers, error translation, host check, then one handler. */
export function createApp(options: AppOptions): Koa {
  const { log, baseUrl, router, mcp, oauth, addressOf = peerAddress, onRequest, isStopping } = options;
  const app = new Koa({ proxy: false });
  app.silent = true;
  // Koa reports here what fails while an answer is on its way out; there is nobody left to tell.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));

  app.use(async (ctx: HttpContext) => {
    onRequest?.(ctx.req);
    const requestId = randomUUID();
    ctx.state = {
      requestId,
      ip: addressOf(ctx.req),
      baseUrl: '',
      head: ['X-Request-Id', requestId, ...SECURITY_HEAD],
      isLast: isStopping,
    };
    try {
      await answer(ctx);
    } catch (error) {
      await answerFailure(ctx, error, log);
    }
    if (ctx.respond !== false) passHeadToKoa(ctx);
    log.debug({ request_id: requestId, method: ctx.method, status: ctx.status }, 'request');
  });

  async function answer(ctx: HttpContext): Promise<void> {
    try {
      ctx.state.baseUrl = baseUrl(ctx.req);
    } catch (error) {
      if (error instanceof PublicAccessPaused && isPageAsset(ctx)) return answerPageAsset(ctx);
      throw error;
    }
    if (ctx.state.baseUrl.startsWith('https:')) {
      ctx.state.head.push('Strict-Transport-Security', STRICT_TRANSPORT);
    }
    const url = ctx.req.url ?? '/';
    if (mcp && (url === MCP_PATH || url.startsWith(`${MCP_PATH}?`))) return mcp(ctx);
    if (oauth && OAUTH_PATHS.test(url)) return oauth(ctx);
    pointToMcp(ctx, url);
    const match = router.match(ctx.method, url);
    return match.handler(ctx, match);
  }
  return app;
}

/**
 * Whoever mistypes an address into a browser, or comes while public access is paused, reads a page; programs, and all
 * that they call, are answered in JSON.
 */
async function answerFailure(ctx: HttpContext, error: unknown, log: Logger): Promise<void> {
  const isPersons = ctx.get('Accept').includes('text/html');
  const isMistyped =
    error instanceof AppError &&
    error.code === 'not_found' &&
    ctx.method === 'GET' &&
    !PROGRAMS_PATHS.test(ctx.path);
  if (!isPersons || (!isMistyped && !(error instanceof PublicAccessPaused)))
    return answerError(ctx, error, log);
  const { answerErrorPage } = await import('../pages/error-page.ts');
  answerErrorPage(ctx, error, log);
}

const isPageAsset = ({ method, path }: HttpContext): boolean =>
  method === 'GET' && path.startsWith(PAGE_ASSETS);

/** The look of the page that says why nobody is let in. Nothing of the workspace is in it. */
async function answerPageAsset(ctx: HttpContext): Promise<void> {
  const { answerAsset } = await import('../pages/page-assets.ts');
  answerAsset(ctx, ctx.path.slice(PAGE_ASSETS.length));
}

/** "POST to `/` or `/mcp` → 404 whose message names the right URL" (decisions, "MCP transport"). */
function pointToMcp(ctx: HttpContext, url: string): void {
  if (ctx.method !== 'POST' || !MISTAKEN_MCP_PATHS.has(url)) return;
  throw new AppError('not_found', `The MCP endpoint of this workspace is ${ctx.state.baseUrl}${MCP_PATH}.`, {
    hint: 'Give your client this whole address.',
  });
}
