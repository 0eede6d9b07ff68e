import type { Context } from 'koa';
import type { Services } from '../../operations/define.ts';
import { createSessions } from '../../identity/sessions.ts';
import { createLiveEvents, type LiveEvents } from '../app/events.ts';
import { mountPublicApp } from '../app/public-app.ts';
import { mountOAuth } from '../oauth/mount.ts';
import { mountRest } from '../rest/mount.ts';
import { createBrowsers, type Browsers } from '../sign-in/browsers.ts';
import { mountSignIn } from '../sign-in/mount.ts';
import { mountUpload } from '../upload/mount.ts';
import { mountAttachments } from './attachments.ts';
import { mountDiagnosticStream } from './diagnostic-stream.ts';
import { createImageReaders } from './image-readers.ts';
import { createApp, type HttpHandler } from './app.ts';
import { createBaseUrl, type BaseUrlOptions, type ResolveBaseUrl } from './base-url.ts';
import { createBearerAuthentication, type AuthenticatedActor } from './bearer.ts';
import { answerJson } from './json-answer.ts';
import { readHealth, visitOf } from './health.ts';
import { createClientAddress } from './client-address.ts';
import { DEFAULT_LIMITS, type HttpLimits } from './limits.ts';
import type { RequestHead } from './request-context.ts';
import { createRouter } from './router.ts';
import { createLimitedServer, drain, listen } from './server.ts';

export interface ListenerConfig extends Omit<BaseUrlOptions, 'reach'> {
  host: string;
  /** 0 picks a free port. */
  port: number;
  limits?: Partial<HttpLimits>;
}

/** What the MCP face gets from the listener that it is mounted on. */
export interface Door {
  /** Rejects with `unauthorized`, `token_expired` or `rate_limited`. */
  authenticate: (ctx: Context) => Promise<AuthenticatedActor>;
  /** Who is signed in with the browser that asks. For pages, pictures and `/api/oauth` only (design §3). */
  browsers: Browsers;
}

export interface PublicListenerOptions {
  services: Services;
  config: ListenerConfig;
  /** What tells open pages of changes; its own when absent. It ends with the listener. */
  events?: LiveEvents;
  /** Builds what answers at `/api/mcp`, for every method. It runs after the host check. */
  mcp?: (door: Door) => (ctx: Context) => void | Promise<void>;
}

export interface PublicListener {
  /** `http://host:port`, as bound. */
  url: string;
  /** Stops accepting, waits for the answers under way, then cuts what is left. May be called twice. */
  close(): Promise<void>;
}

/** Opens the public listener: REST, MCP, sign-in and health on one port (design §3). Rejects when the port is taken. */
export async function createPublicListener({
  services,
  config,
  events = createLiveEvents(services),
  mcp,
}: PublicListenerOptions): Promise<PublicListener> {
  const limits = { ...DEFAULT_LIMITS, ...config.limits };
  const authenticate = createBearerAuthentication(services, limits.failedTokensPerMinute);
  const router = createRouter<HttpHandler>();
  let closing: Promise<void> | undefined;
  const isStopping = () => closing !== undefined;
  const sessions = createSessions(services, 'public');
  const browsers = createBrowsers(sessions, 'public');
  const baseUrl = createBaseUrl({ ...config, reach: () => services.publicAccess.reach });
  mountRest(router, { services, authenticate: authenticate.forScripts, limits });
  mountSignIn(router, { services, browsers, limits });
  mountPublicApp(router, {
    services,
    browsers,
    events,
    limits,
    isAnswered: (req) => isAnswered(baseUrl, req),
  });
  mountUpload(router, { services, limits });
  mountAttachments(router, {
    services,
    identify: createImageReaders({ services, browsers, authenticate, limits }),
  });
  mountDiagnosticStream(router, services);
  router.add('GET', '/healthz', (ctx, { query }) => {
    const health = readHealth(services, query, isStopping());
    if (health.nonce !== null) services.publicAccess.visited(visitOf(ctx, health.nonce));
    return answerJson(ctx, health);
  });

  const app = createApp({
    log: services.log,
    baseUrl,
    addressOf: createClientAddress({
      connectorId: () => services.publicAccess.tunnel.connectorId,
      trustedProxies: config.trustedProxies,
    }),
    router,
    mcp: mcp?.({ authenticate: async (ctx) => authenticate.forConnector(ctx), browsers }),
    oauth: mountOAuth({ services, browsers, limits }),
    onRequest: (request) => services.doctor.probes.arrived(request),
    isStopping,
  });
  const answer = app.callback();
  const server = createLimitedServer((req, res) => void answer(req, res), limits);
  const port = await listen(server, config);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${port}`,
    close() {
      events.close();
      closing ??= drain(server, limits.drainMs).then(() => sessions.close());
      return closing;
    },
  };
}

/** Whether a request would be answered now, as it was when it came: public access may be held back since. */
function isAnswered(baseUrl: ResolveBaseUrl, req: RequestHead): boolean {
  try {
    baseUrl(req);
    return true;
  } catch {
    return false;
  }
}
