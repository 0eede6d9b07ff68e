import { hash, timingSafeEqual } from 'node:crypto';
import { AppError, forbidden } from '../../errors.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { checkReach } from '../../operations/perform.ts';
import type { HttpHandler } from '../http/app.ts';
import { readJsonObject } from '../http/body.ts';
import { answerJson } from '../http/json-answer.ts';
import type { HttpContext } from '../http/request-context.ts';
import type { Router } from '../http/router.ts';
import type { SignedIn } from '../sign-in/browsers.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { createSlidingWindow, rateLimited } from '../http/sliding-window.ts';
import { createImageIntake } from '../rest/image-intake.ts';
import { APP_ASSETS, answerAppFile } from './app-files.ts';
import type { AppSession } from './contract.ts';
import { appOperation, call } from './dispatch.ts';
import type { LiveEvents } from './events.ts';

/** Somebody who uses the app through a listener. */
export interface Visitor {
  actor: Actor & { user_id: string };
  isLocal: boolean;
  /** Bound to the session and of no use without its cookie: each call brings it back (security P5). */
  csrfToken: string;
  /** Whether the visitor may stay, as of now. */
  isAllowed: () => boolean;
}

export interface AppFaceOptions {
  services: Services;
  events: LiveEvents;
  /** The visitor of a request, or undefined for a stranger. */
  visitor: (ctx: HttpContext) => Visitor | undefined;
  /** Answers a stranger who asks for the app's page, or for one of its documents. */
  stranger: HttpHandler;
  limits: { callsPerMinute: number; bodyBytes: number; uploadTimeoutMs: number };
}

/** Who asks, for further addresses of the app. @throws {AppError} unauthorized, forbidden, rate_limited */
export interface AppDoor {
  /** Whoever makes a call, once it is sure that it comes from the page that they opened. */
  callerOf: (ctx: HttpContext) => Visitor['actor'];
  /** Whoever follows a link on a page of ours. */
  readerOf: (ctx: HttpContext) => Visitor['actor'];
}

/** Adds the app to a listener: its page, its parts, and the calls and events that they live on. */
export function mountApp(router: Router<HttpHandler>, options: AppFaceOptions): AppDoor {
  const { services, events, limits } = options;
  const calls = createSlidingWindow({ limit: limits.callsPerMinute, clock: services.clock });

  function visitorOf(ctx: HttpContext): Visitor {
    const visitor = options.visitor(ctx);
    if (visitor) return visitor;
    throw new AppError('unauthorized', 'You are signed out.', { hint: 'Load the page again to sign in.' });
  }

  router.add('GET', '/', async (ctx, match) => {
    if (match.query === '' && options.visitor(ctx)) await answerAppFile(ctx, '/');
    else await options.stranger(ctx, match);
  });
  router.add('GET', '/icon.svg', (ctx) => answerAppFile(ctx, '/icon.svg'));
  router.add('GET', `${APP_ASSETS}/:file`, (ctx, { params }) =>
    answerAppFile(ctx, `${APP_ASSETS}/${params['file'] ?? ''}`),
  );
  router.add('GET', '/frames/:file', (ctx, { params }) =>
    answerAppFile(ctx, `/frames/${params['file'] ?? ''}`),
  );
  // The address of a document as assistants and scripts are told it.
  router.add('GET', '/documents/:id', async (ctx, match) => {
    if (!options.visitor(ctx)) return options.stranger(ctx, match);
    answerRedirect(ctx, `/#/documents/${encodeURIComponent(match.params['id'] ?? '')}`);
  });
  router.add('GET', '/app/session', async (ctx) => {
    const { isLocal, csrfToken } = visitorOf(ctx);
    const session: AppSession = { is_local: isLocal, csrf_token: csrfToken, needs_setup: false };
    await answerJson(ctx, session);
  });
  router.add('GET', '/app/events', (ctx) => {
    const { actor, isAllowed } = visitorOf(ctx);
    refuseOtherSites(ctx);
    events.open(ctx, actor.user_id, isAllowed);
  });

  function readerOf(ctx: HttpContext): Visitor['actor'] {
    const { actor } = visitorOf(ctx);
    refuseOtherSites(ctx);
    return actor;
  }

  function callerOf(ctx: HttpContext): Visitor['actor'] {
    const { actor, csrfToken } = visitorOf(ctx);
    refuseOtherSites(ctx);
    if (!isSame(ctx.get('X-CSRF-Token'), csrfToken)) {
      throw forbidden('This call does not come from the page that you opened.', {
        hint: 'Load the page again.',
      });
    }
    const state = calls.take(actor.user_id);
    if (!state.isAllowed) throw rateLimited(state, 'calls of the app');
    return actor;
  }

  router.add('POST', '/app/call/:operation', async (ctx, { params }) => {
    const actor = callerOf(ctx);
    const name = params['operation'] ?? '';
    checkReach(await appOperation(name), actor);
    const input = await readJsonObject(ctx.req, limits.bodyBytes);
    await answerJson(ctx, await call(services, actor, name, input, { signal: gone(ctx) }));
  });
  const withImage = createImageIntake(services, limits);
  router.add('POST', '/app/pictures/:doc_id', async (ctx, { params }) => {
    const actor = callerOf(ctx);
    const attached = await withImage(ctx, actor.user_id, (sent) =>
      call(services, actor, 'attachments.add', { ...sent, doc_id: params['doc_id'] }, { signal: gone(ctx) }),
    );
    await answerJson(ctx, attached);
  });
  return { callerOf, readerOf };
}

/** What a visitor has from the session that they are signed in with. */
export function whileStanding(
  { store }: Pick<Services, 'store'>,
  { session, user }: Pick<SignedIn, 'session' | 'user'>,
): Pick<Visitor, 'csrfToken' | 'isAllowed'> {
  return {
    csrfToken: hash('sha256', `call of the app ${session.id} ${session.secret_hash}`, 'base64url'),
    isAllowed: () =>
      store.tables.sessions.get(session.id)?.ended_at === null &&
      store.tables.users.get(user.id)?.disabled === false,
  };
}

export function isSame(sent: string, expected: string): boolean {
  return sent.length === expected.length && timingSafeEqual(Buffer.from(sent), Buffer.from(expected));
}

/** What browsers say of where a request comes from; other sites' pages cannot forge either (security P5, E6). */
export function refuseOtherSites(ctx: HttpContext): void {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  const isOther = (site !== '' && site !== 'same-origin') || (origin !== '' && !isOwn(origin, ctx));
  if (isOther) throw forbidden('Pages of other sites may not use the app.');
}

function isOwn(origin: string, ctx: HttpContext): boolean {
  return origin === ctx.state.baseUrl || origin === `http://${ctx.host}`;
}

/** Fires when the page is closed before the answer. */
export function gone({ res }: HttpContext): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
