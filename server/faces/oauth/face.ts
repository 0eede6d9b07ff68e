import { AppError } from '../../errors.ts';
import { createAuthorizationServer } from '../../identity/oauth/authorization-server.ts';
import { OAUTH_PATH } from '../../identity/oauth/endpoints.ts';
import type { Services } from '../../operations/define.ts';
import { answerJson } from '../http/json-answer.ts';
import type { HttpLimits } from '../http/limits.ts';
import { addressKey, setHeaders, type HttpContext } from '../http/request-context.ts';
import { createSlidingWindow, rateLimited } from '../http/sliding-window.ts';
import { withErrorPage } from '../pages/error-page.ts';
import type { Browsers } from '../sign-in/browsers.ts';
import { createHandlers } from './handlers.ts';
import { showConsent, takeConsent } from './interaction.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { noteError } from './provider-call.ts';

export interface OAuthFaceOptions {
  services: Services;
  browsers: Browsers;
  limits: Pick<HttpLimits, 'oauthRequestsPerMinute' | 'registrationsPerTenMinutes' | 'storedClients'>;
}

type Answer = (ctx: HttpContext) => void | Promise<void>;

/** One path, with the methods that it answers. */
interface Endpoint {
  methods: readonly string[];
  /** Whether pages of other origins may call it: no cookie counts there. */
  isOpen: boolean;
  /** Whether a person looks at it, who reads what is wrong on a page. */
  isPage?: boolean;
  /** Counts a request before it is answered; absent where the answer does so itself, or costs nothing. */
  count?: (ctx: HttpContext) => void;
  answer: Answer;
}

/** Finds the endpoint at a path; undefined where there is none. */
type FindEndpoint = (path: string) => Endpoint | undefined;

const INTERACTION = new RegExp(`^${OAUTH_PATH.interaction}/([A-Za-z0-9_-]{1,64})$`);
const RESUME = new RegExp(`^${OAUTH_PATH.authorize}/[A-Za-z0-9_-]{1,64}$`);
const REGISTERED = new RegExp(`^${OAUTH_PATH.register}/[A-Za-z0-9_-]{1,64}$`);

const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Mcp-Protocol-Version',
  'Access-Control-Max-Age': '3600',
};

/**
 * Sign-in of programs: everything below `/api/oauth/` and `/.well-known/`. Paths are exact, so that no spelling of
 * one leads past what stands in front of it (trap T25), and what is not here is a 404 in JSON (trap T19).
 */
export function createOAuthFace(options: OAuthFaceOptions): (ctx: HttpContext) => Promise<void> {
  const protocol = protocolEndpoints(options);
  return async (ctx) => {
    const [path = '/'] = (ctx.req.url ?? '/').split('?', 1);
    const endpoint = DISCOVERY.get(path) ?? protocol(path);
    if (!endpoint) throw new AppError('not_found', 'There is nothing at this path.');
    if (endpoint.isOpen) setHeaders(ctx, OPEN_HEADERS);
    if (endpoint.isOpen && ctx.method === 'OPTIONS') return answerPreflight(ctx, endpoint.methods);
    const answer = async () => {
      checkMethod(ctx, endpoint.methods);
      endpoint.count?.(ctx);
      if (DISCOVERY.has(path)) noteDiscovery(options.services, ctx);
      await endpoint.answer(ctx);
    };
    await (endpoint.isPage ? withErrorPage(ctx, options.services.log, answer) : answer());
  };
}

const open = (method: string, answer: Answer): Endpoint => ({ methods: [method], isOpen: true, answer });

const document = (make: (baseUrl: string) => object) =>
  open('GET', async (ctx) => {
    setHeaders(ctx, { 'Cache-Control': 'no-store' });
    await answerJson(ctx, make(ctx.state.baseUrl));
  });

/** Each document at the root and with the connector's path behind it (decisions, "Discovery"). */
const DISCOVERY: ReadonlyMap<string, Endpoint> = new Map(
  ['', '/api/mcp'].flatMap((suffix) => [
    [`/.well-known/oauth-protected-resource${suffix}`, document(resourceMetadata)],
    [`/.well-known/oauth-authorization-server${suffix}`, document(serverMetadata)],
    [`/.well-known/openid-configuration${suffix}`, document(serverMetadata)],
  ]),
);

function protocolEndpoints({ services, browsers, limits }: OAuthFaceOptions): FindEndpoint {
  const { storedClients } = limits;
  const counters = createCounters(services, limits);
  const server = createAuthorizationServer(services, { storedClients, renderError: noteError });
  const handlers = createHandlers(server, { services, countRequest: counters.request });
  const { provide, pass, authorize, form, register } = handlers;
  const byAddress = ({ state }: HttpContext) => counters.request(addressKey(state.ip));
  // People who are signed in are counted for themselves, so that no stranger keeps them from answering.
  const byPerson = (ctx: HttpContext) => {
    const person = browsers.authenticate(ctx)?.user.id;
    counters.request(person ?? addressKey(ctx.state.ip));
  };
  const page = (methods: readonly string[], answer: Answer): Endpoint => ({
    methods,
    isOpen: false,
    isPage: true,
    count: byPerson,
    answer,
  });
  const fixed = new Map<string, Endpoint>([
    [OAUTH_PATH.authorize, page(['GET'], authorize)],
    [OAUTH_PATH.token, open('POST', form)],
    [OAUTH_PATH.revoke, open('POST', form)],
    [OAUTH_PATH.jwks, { ...open('GET', pass), count: byAddress }],
    [OAUTH_PATH.register, { ...open('POST', register), count: counters.registration }],
  ]);
  const consent = (uid: string) => {
    const answering = { services, browsers, metadata: server.metadata };
    return page(['GET', 'POST'], async (ctx) =>
      (ctx.method === 'POST' ? takeConsent : showConsent)(await provide(ctx), ctx, uid, answering),
    );
  };
  return (path) => {
    const uid = INTERACTION.exec(path)?.[1];
    if (uid !== undefined) return consent(uid);
    if (RESUME.test(path)) return page(['GET'], pass);
    if (REGISTERED.test(path)) return { methods: ['GET'], isOpen: false, count: byAddress, answer: pass };
    return fixed.get(path);
  };
}

function createCounters({ clock }: Services, limits: OAuthFaceOptions['limits']) {
  const requests = createSlidingWindow({ limit: limits.oauthRequestsPerMinute, clock });
  const registrations = createSlidingWindow({
    limit: limits.registrationsPerTenMinutes,
    windowMs: 600_000,
    clock,
  });
  return {
    request: (who: string) => {
      const state = requests.take(who);
      if (!state.isAllowed) throw rateLimited(state, 'requests for sign-in');
    },
    registration: ({ state: { ip } }: HttpContext) => {
      const state = registrations.take(addressKey(ip));
      if (!state.isAllowed) throw rateLimited(state, 'registrations of apps', 'in ten minutes');
    },
  };
}

/** Whoever reads one of these is about to connect. */
function noteDiscovery({ doctor }: Services, { req, state }: HttpContext): void {
  doctor.attempts.note({ step: 'discovered', request: req, address: state.baseUrl });
}

function answerPreflight(ctx: HttpContext, methods: readonly string[]): void {
  setHeaders(ctx, { ...PREFLIGHT_HEADERS, 'Access-Control-Allow-Methods': methods.join(', ') });
  ctx.status = 204;
}

function checkMethod(ctx: HttpContext, methods: readonly string[]): void {
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (methods.includes(method)) return;
  throw new AppError('method_not_allowed', `This path answers ${methods.join(', ')} only.`, {
    details: { allow: [...methods] },
  });
}
