import type { RequestListener } from 'node:http';
import { COMMAND } from '../../command-name.ts';
import { AppError, forbidden } from '../../errors.ts';
import type { LaunchTickets } from '../../identity/launch-tickets.ts';
import type { Services } from '../../operations/define.ts';
import { perform } from '../../operations/perform.ts';
import { createApp, type HttpHandler } from '../http/app.ts';
import { mountAttachments } from '../http/attachments.ts';
import { createBaseUrl } from '../http/base-url.ts';
import { DEFAULT_LIMITS, type HttpLimits } from '../http/limits.ts';
import type { HttpContext } from '../http/request-context.ts';
import { createRouter } from '../http/router.ts';
import { openPort, type OpenPort } from '../http/open-port.ts';
import { answerAsset } from '../pages/page-assets.ts';
import { withErrorPage } from '../pages/error-page.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { deskActor } from '../../identity/desk-actor.ts';
import type { LiveEvents } from './events.ts';
import type { Browsers } from '../sign-in/browsers.ts';
import { mountMarkdownFiles } from './markdown-files.ts';
import { mountApp, whileStanding, type Visitor } from './mount.ts';

/** One person at one machine, and everything that their pages ask for. */
const CALLS_PER_MINUTE = 6_000;
const LOOPBACK = '127.0.0.1';

export interface LocalListenerOptions {
  services: Services;
  /** Of the local listener: their cookies are not the public one's. */
  browsers: Browsers;
  tickets: LaunchTickets;
  events: LiveEvents;
  /** Where others reach the workspace at the moment: the start of every address that the app hands out. */
  publicUrl: () => string;
  /** 0 picks a free port. */
  port: number;
  /** A port that is open already, e.g. since the set-up: it answers from now on. */
  openPort?: OpenPort | undefined;
  limits?: Partial<HttpLimits>;
}

export interface LocalListener {
  /** `http://127.0.0.1:port`, as bound. */
  url: string;
  close(): Promise<void>;
}

/**
 * Opens the local listener (design §3): the app of the person at the machine, never forwarded. It answers loopback
 * names only, and opens with a launch ticket, which is exchanged for a cookie (security E6, E7).
 */
export async function createLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const { services, events } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const router = createRouter<HttpHandler>();
  let isStopping = false;
  const streams = ownStreams(events);
  const door = mountApp(router, {
    services,
    events: streams.events,
    visitor: (ctx) => visitorOf(ctx, options),
    stranger: (ctx, { query }) => withErrorPage(ctx, services.log, () => letIn(ctx, query, options)),
    limits: { ...limits, callsPerMinute: CALLS_PER_MINUTE },
  });
  mountMarkdownFiles(router, { services, door, limits });
  mountAttachments(router, {
    services,
    identify(ctx) {
      const visitor = visitorOf(ctx, options);
      if (visitor) return visitor.actor;
      throw new AppError('unauthorized', 'Open the app first.', {
        hint: `Print its address with: ${COMMAND} open`,
      });
    },
  });
  router.add('GET', '/page-assets/:file', (ctx, { params }) => answerAsset(ctx, params['file'] ?? ''));

  const app = createApp({
    log: services.log,
    baseUrl: createBaseUrl({}),
    router,
    isStopping: () => isStopping,
  });
  const callback = app.callback();
  const answer: RequestListener = (req, res) => void callback(req, res);
  const place = { host: LOOPBACK, port: options.port };
  const opened = options.openPort ?? (await openPort(place, limits, answer));
  opened.answerWith(answer);
  return {
    url: opened.url,
    close() {
      isStopping = true;
      streams.end();
      return opened.close();
    },
  };
}

/** The live events of all listeners, of which this one ends its own readers' streams only. */
function ownStreams(events: LiveEvents): { events: LiveEvents; end: () => void } {
  const answers = new Set<HttpContext['res']>();
  return {
    events: {
      ...events,
      open(ctx, userId, isAllowed) {
        answers.add(ctx.res);
        ctx.res.once('close', () => answers.delete(ctx.res));
        events.open(ctx, userId, isAllowed);
      },
    },
    end() {
      for (const answer of answers) answer.end();
    },
  };
}

/** Whoever holds the cookie acts as the owner, with everything that is possible at the machine only. */
function visitorOf(
  ctx: HttpContext,
  { services, browsers, publicUrl }: LocalListenerOptions,
): Visitor | undefined {
  const signedIn = browsers.authenticate(ctx);
  if (!signedIn) return undefined;
  const actor: Visitor['actor'] = {
    ...signedIn.actor,
    credential: { kind: 'desk', session_id: signedIn.session.id },
    via: 'app',
    client: null,
    base_url: publicUrl(),
  };
  return { actor, isLocal: true, ...whileStanding(services, signedIn) };
}

/** @throws {AppError} forbidden without a ticket that is still good */
async function letIn(ctx: HttpContext, query: string, options: LocalListenerOptions): Promise<void> {
  const { services, browsers, tickets } = options;
  const ticket = new URLSearchParams(query).get('ticket');
  if (ticket === null || !tickets.redeem(ticket)) {
    if (browsers.authenticate(ctx)) return answerRedirect(ctx, '/');
    throw forbidden('The app opens with the address that the server prints, once and within ten minutes.', {
      hint: `Print a new one with: ${COMMAND} open`,
    });
  }
  // Nothing can be written down then; whoever was here before is let in all the same.
  if (services.store.readOnlyReason !== null && browsers.authenticate(ctx)) return answerRedirect(ctx, '/');
  const { browser, keep } = browsers.signing(ctx);
  const { requestId, baseUrl, ip } = ctx.state;
  const actor = deskActor(services, undefined, baseUrl);
  const { openSession } = await import('../../operations/sessions/open.ts');
  const opened = await perform(
    services,
    openSession,
    { ...actor, via: 'app', request_id: requestId, ip },
    {
      listener: browser.listener,
      device: browser.device,
      browser_hash: browser.nextHash,
      previous_session_id: browser.previousSessionId,
    },
  );
  keep(opened);
  return answerRedirect(ctx, '/');
}
