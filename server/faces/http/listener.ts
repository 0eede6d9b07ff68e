import type { Context } from 'koa';
import type { Services } from '../../operations/define.ts';
import { mountRest } from '../rest/mount.ts';
import { createApp, type HttpHandler } from './app.ts';
import { createBaseUrl, type BaseUrlOptions } from './base-url.ts';
import { createBearerAuthentication, type AuthenticatedActor } from './bearer.ts';
import { answerJson } from './json-answer.ts';
import { readHealth } from './health.ts';
import { DEFAULT_LIMITS, type HttpLimits } from './limits.ts';
import { createRouter } from './router.ts';
import { createLimitedServer, drain, listen } from './server.ts';

export interface ListenerConfig extends BaseUrlOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  limits?: Partial<HttpLimits>;
}

/** What the MCP face gets from the listener that it is mounted on. */
export interface Door {
  /** Rejects with `unauthorized`, `token_expired` or `rate_limited`. */
  authenticate: (ctx: Context) => Promise<AuthenticatedActor>;
}

export interface PublicListenerOptions {
  services: Services;
  config: ListenerConfig;
  /** Builds what answers at `/api/mcp`, for every method. It runs after the host check. */
  mcp?: (door: Door) => (ctx: Context) => void | Promise<void>;
}

export interface PublicListener {
  /** `http://host:port`, as bound. */
  url: string;
  /** Stops accepting, waits for the answers under way, then cuts what is left. May be called twice. */
  close(): Promise<void>;
}

/** Opens the public listener: REST, MCP and health on one port (design §3). Rejects when the port is taken. */
export async function createPublicListener({
  services,
  config,
  mcp,
}: PublicListenerOptions): Promise<PublicListener> {
  const limits = { ...DEFAULT_LIMITS, ...config.limits };
  const authenticate = createBearerAuthentication(services, limits.failedTokensPerMinute);
  const router = createRouter<HttpHandler>();
  let closing: Promise<void> | undefined;
  const isStopping = () => closing !== undefined;
  mountRest(router, { services, authenticate, limits });
  router.add('GET', '/healthz', (ctx, { query }) =>
    answerJson(ctx, readHealth(services, query, isStopping())),
  );

  const app = createApp({
    log: services.log,
    baseUrl: createBaseUrl(config),
    router,
    mcp: mcp?.({ authenticate: async (ctx) => authenticate(ctx) }),
    isStopping,
  });
  const answer = app.callback();
  const server = createLimitedServer((req, res) => void answer(req, res), limits);
  const port = await listen(server, config);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${port}`,
    close() {
      closing ??= drain(server, limits.drainMs);
      return closing;
    },
  };
}
