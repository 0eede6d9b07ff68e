import { HOW_TO_CREATE_TOKEN } from '../../domain/personal-token.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { HttpContext } from '../http/request-context.ts';
import type { Router } from '../http/router.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import type { Browsers } from '../sign-in/browsers.ts';
import type { LiveEvents } from './events.ts';
import { mountApp, whileStanding, type Visitor } from './mount.ts';

export interface PublicAppOptions {
  services: Services;
  browsers: Browsers;
  events: LiveEvents;
  limits: HttpLimits;
  /** Whether a request would be answered as of now. */
  isAnswered: (req: HttpContext['req']) => boolean;
}

/**
 * Adds the app to the public listener, for members who are signed in. What is possible at the machine only is refused
 * here whatever the session: it acts with a session's credential, never with the desk's (design §3).
 */
export function mountPublicApp(
  router: Router<HttpHandler>,
  { services, browsers, events, limits, isAnswered }: PublicAppOptions,
): void {
  mountApp(router, {
    services,
    events,
    visitor(ctx) {
      const visitor = visitorOf(ctx, services, browsers);
      // An open stream ends when public access is paused, like every request since.
      return visitor && { ...visitor, isAllowed: () => isAnswered(ctx.req) && visitor.isAllowed() };
    },
    stranger,
    limits: { ...limits, callsPerMinute: limits.appCallsPerMinute },
  });
}

function visitorOf(ctx: HttpContext, services: Services, browsers: Browsers): Visitor | undefined {
  const signedIn = browsers.authenticate(ctx);
  if (!signedIn) return undefined;
  const actor: Visitor['actor'] = { ...signedIn.actor, via: 'app', client: null };
  return { actor, isLocal: false, ...whileStanding(services, signedIn) };
}

/** People sign in first; programs that ask for the bare address learn where the interfaces are. */
const stranger: HttpHandler = (ctx) => {
  if (ctx.accepts('json', 'html') === 'html') {
    return answerRedirect(ctx, `/sign-in?return_to=${encodeURIComponent(ctx.path)}`);
  }
  const { baseUrl } = ctx.state;
  throw new AppError(
    'not_found',
    `This is a page for people. Scripts use ${baseUrl}/api/v1, assistants connect to ${baseUrl}/api/mcp.`,
    { hint: `The REST interface is described at ${baseUrl}/api/v1/openapi.json. ${HOW_TO_CREATE_TOKEN}` },
  );
};
