import { badRequest, NothingToChange } from '../../errors.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { checkReach, parseInput } from '../../operations/perform.ts';
import type { HttpHandler } from '../http/app.ts';
import type { AuthenticateRequest } from '../http/bearer.ts';
import { hasBody, readJsonObject } from '../http/body.ts';
import { answerJson } from '../http/json-answer.ts';
import type { HttpLimits } from '../http/limits.ts';
import { addHeaders, type HttpContext } from '../http/request-context.ts';
import type { Match, Router } from '../http/router.ts';
import { createSlidingWindow, rateLimited, rateLimitHeaders } from '../http/sliding-window.ts';
import { expectedVersion, isUnchanged } from './entity-tag.ts';
import { createImageIntake } from './image-intake.ts';
import { parseQuery, typed } from './query.ts';
import { NO_FIELDS, REST_ROOT, type Endpoint, type Reply } from './route.ts';
import { routes } from './routes.ts';

export interface RestOptions {
  services: Services;
  authenticate: AuthenticateRequest;
  limits: HttpLimits;
}

/**
 * Adds the REST interface to the listener's router. Each request goes: token, rate, scope, body, operation;
 * nothing of a stranger's body is read (security J5).
 */
export function mountRest(
  router: Router<HttpHandler>,
  { services, authenticate, limits }: RestOptions,
): void {
  const withImage = createImageIntake(services, limits);
  const requests = createSlidingWindow({ limit: limits.requestsPerMinute, clock: services.clock });

  function identify(ctx: HttpContext): Actor {
    const authenticated = authenticate(ctx);
    const state = requests.take(authenticated.user_id);
    addHeaders(ctx, rateLimitHeaders(state));
    if (!state.isAllowed) throw rateLimited(state, 'requests');
    return { ...authenticated, via: 'rest', client: null };
  }

  for (const { method, path, load } of routes) {
    router.add(method, REST_ROOT + path, async (ctx, match) => {
      const actor = identify(ctx);
      const endpoint = await load();
      checkReach(endpoint.operation, actor);
      const input = await readInput(endpoint, ctx, match, limits.bodyBytes);
      const options = endpoint.isInterruptible ? { signal: gone(ctx) } : {};
      const run = (from: Record<string, unknown>) => endpoint.run(services, actor, from, options);
      const reply = endpoint.bringsImage
        ? withImage(ctx, actor.user_id ?? '', (image) => run({ ...image, ...input }))
        : run(input);
      await answer(ctx, await reply.catch(inTermsOf(endpoint)));
    });
  }
  router.add('GET', `${REST_ROOT}/openapi.json`, async (ctx) => {
    const { describeApi } = await import('./openapi.ts');
    await answerJson(ctx, await describeApi({ version: services.version, baseUrl: ctx.state.baseUrl }));
  });
}

/** What an endpoint lets one change is a matter of its body, which takes less than the operation may. */
function inTermsOf({ body }: Endpoint): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof NothingToChange)) throw error;
    throw new NothingToChange(Object.keys(body.shape).filter((name) => name !== 'note'));
  };
}

/** The operation's input, gathered from path, query, body and `If-Match`; each part refuses what it does not know. */
async function readInput(
  endpoint: Endpoint,
  ctx: HttpContext,
  { params, query }: Match<HttpHandler>,
  bodyBytes: number,
): Promise<Record<string, unknown>> {
  const input = parseQuery(query, endpoint.query);
  if (!endpoint.bringsImage) Object.assign(input, await readFields(endpoint, ctx, bodyBytes));
  for (const name of Object.keys(params)) input[name] = typed(endpoint.input, name, params[name] ?? '');
  const version = endpoint.precondition ? expectedVersion(ctx.req.headers['if-match']) : undefined;
  if (version !== undefined) input['expected_version'] = version;
  return input;
}

async function readFields(endpoint: Endpoint, { req }: HttpContext, bodyBytes: number): Promise<object> {
  const isSent = hasBody(req);
  if (!isSent && endpoint.body === NO_FIELDS) return {};
  const body = isSent ? await readJsonObject(req, bodyBytes) : {};
  refuseFields(endpoint, body);
  return parseInput(endpoint.body, body);
}

function refuseFields({ refused }: Endpoint, body: Record<string, unknown>): void {
  for (const [field, hint] of Object.entries(refused)) {
    if (Object.hasOwn(body, field)) throw badRequest(`${field}: cannot be sent here`, { hint });
  }
}

async function answer(ctx: HttpContext, { status, body, headers = {} }: Reply): Promise<void> {
  addHeaders(ctx, headers);
  const tag = headers['ETag'];
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (isRead && tag !== undefined && isUnchanged(ctx.get('If-None-Match') || undefined, tag)) {
    ctx.status = 304;
    return;
  }
  await answerJson(ctx, body, status);
}

/** Fires when the caller hangs up before the answer, so that long work for nobody can stop. */
function gone({ res }: HttpContext): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
