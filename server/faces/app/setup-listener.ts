import { hash } from 'node:crypto';
import { AppError, forbidden } from '../../errors.ts';
import { hashToken, mintSecret } from '../../domain/token-secret.ts';
import type { LaunchTickets } from '../../identity/launch-tickets.ts';
import type { Logger } from '../../log.ts';
import { callSetup } from '../../setup/dispatch.ts';
import type { Setup } from '../../setup/setup.ts';
import { createApp, type HttpHandler } from '../http/app.ts';
import { createBaseUrl } from '../http/base-url.ts';
import { readJsonObject } from '../http/body.ts';
import { answerJson } from '../http/json-answer.ts';
import { DEFAULT_LIMITS } from '../http/limits.ts';
import { openPort, type OpenPort } from '../http/open-port.ts';
import type { HttpContext } from '../http/request-context.ts';
import { createRouter } from '../http/router.ts';
import { withErrorPage } from '../pages/error-page.ts';
import { answerAsset } from '../pages/page-assets.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { cookieName, readCookie, setCookie } from '../sign-in/cookies.ts';
import { answerAppFile, APP_ASSETS } from './app-files.ts';
import type { AppSession } from './contract.ts';
import { isSame, refuseOtherSites } from './mount.ts';

const LOOPBACK = '127.0.0.1';
/** Longer than anybody takes to choose a password; the cookie is worth nothing once there is a workspace. */
const COOKIE_SECONDS = 86_400;

export interface SetupListenerOptions {
  setup: Setup;
  tickets: LaunchTickets;
  log: Logger;
  /** 0 picks a free port. */
  port: number;
}

/**
 * Opens the local listener for a program that has no workspace yet. It shows the first page to whoever brings a launch
 * ticket, and to nobody else; then the workspace's own app answers at the same port.
 */
export async function openSetupListener({
  setup,
  tickets,
  log,
  port,
}: SetupListenerOptions): Promise<OpenPort> {
  const browser = mintSecret('browser');
  const csrfToken = hash('sha256', `call of the set-up ${browser.hash}`, 'base64url');
  const router = createRouter<HttpHandler>();

  function isLetIn(ctx: HttpContext): boolean {
    const secret = readCookie(ctx, cookieName('local', 'browser', false));
    return secret !== undefined && hashToken(secret) === browser.hash;
  }

  function requireLetIn(ctx: HttpContext): void {
    if (!isLetIn(ctx)) throw new AppError('unauthorized', 'Open the app with the address that it printed.');
  }

  function letIn(ctx: HttpContext, query: string): void {
    const ticket = new URLSearchParams(query).get('ticket');
    if (ticket === null || !tickets.redeem(ticket)) {
      if (isLetIn(ctx)) return answerRedirect(ctx, '/');
      throw forbidden('The app opens with the address that the server prints, once and within ten minutes.', {
        hint: 'Stop the server and start it again: it prints a new one.',
      });
    }
    setCookie(ctx, cookieName('local', 'browser', false), browser.secret, COOKIE_SECONDS);
    return answerRedirect(ctx, '/');
  }

  router.add('GET', '/', async (ctx, { query }) => {
    if (query === '' && isLetIn(ctx)) await answerAppFile(ctx, '/');
    else await withErrorPage(ctx, log, () => letIn(ctx, query));
  });
  router.add('GET', '/icon.svg', (ctx) => answerAppFile(ctx, '/icon.svg'));
  router.add('GET', `${APP_ASSETS}/:file`, (ctx, { params }) =>
    answerAppFile(ctx, `${APP_ASSETS}/${params['file'] ?? ''}`),
  );
  router.add('GET', '/page-assets/:file', (ctx, { params }) => answerAsset(ctx, params['file'] ?? ''));
  router.add('GET', '/app/session', async (ctx) => {
    requireLetIn(ctx);
    const session: AppSession = { is_local: true, csrf_token: csrfToken, needs_setup: true };
    await answerJson(ctx, session);
  });
  router.add('POST', '/app/call/:operation', async (ctx, { params }) => {
    requireLetIn(ctx);
    refuseOtherSites(ctx);
    if (!isSame(ctx.get('X-CSRF-Token'), csrfToken)) {
      throw forbidden('This call does not come from the page that you opened.', {
        hint: 'Load the page again.',
      });
    }
    const name = params['operation'] ?? '';
    const answer = await callSetup(setup, name, await readJsonObject(ctx.req, DEFAULT_LIMITS.bodyBytes));
    // Whoever has just made the workspace goes on in it without signing in.
    const next = name === 'setup.create' ? { address: `/?ticket=${tickets.mint()}` } : {};
    await answerJson(ctx, { ...(typeof answer === 'object' ? answer : {}), ...next });
  });

  const app = createApp({ log, baseUrl: createBaseUrl({}), router, isStopping: () => false });
  const answer = app.callback();
  return openPort({ host: LOOPBACK, port }, DEFAULT_LIMITS, (req, res) => void answer(req, res));
}
