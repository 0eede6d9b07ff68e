import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { SESSION_LIFETIME_MS, type Session, type SessionListener } from '../../domain/session.ts';
import { hashToken, mintSecret, parseSecret } from '../../domain/token-secret.ts';
import type { User } from '../../domain/user.ts';
import { forbidden, type AppError } from '../../errors.ts';
import type { OpenedSession, SigningBrowser } from '../../identity/sign-in.ts';
import type { Sessions } from '../../identity/sessions.ts';
import { deviceName } from '../../domain/device-name.ts';
import type { AuthenticatedActor } from '../http/bearer.ts';
import type { HttpContext } from '../http/request-context.ts';
import { cookieName, isSecure, readCookie, setCookie, type CookieKind } from './cookies.ts';
import { readForm, type Form } from './form.ts';

/** A browser that somebody is signed in with, as of this request. */
export interface SignedIn {
  /** For `perform`, but for the way in and the client's name. */
  actor: AuthenticatedActor;
  session: Session;
  user: User;
}

/** Who sits at a browser, by its cookies (security P5). For pages: `/api/*` but `/api/oauth` never asks. */
export interface Browsers {
  /** Null for somebody who is not signed in, or not any more. Counts as a use of the session. */
  authenticate(ctx: Context): SignedIn | null;
  /** What a form on a page must send back. Knows the browser from now on, so it may set a cookie. */
  formToken(ctx: Context, signedIn: SignedIn | null): string;
  /**
   * Reads a form that our own page sent, from this browser and for whoever is signed in now.
   *
   * @throws {AppError} forbidden for a form of another site, another person or an old page
   */
  readForm(ctx: Context, signedIn: SignedIn | null): Promise<Form>;
  /** What a sign-in needs to know of the browser; `keep` then gives it its cookies. */
  signing(ctx: Context): { browser: SigningBrowser; keep: (opened: OpenedSession) => void };
  /** Takes the session's cookie away. Ending the session is an operation. */
  forget(ctx: Context): void;
}

const SESSION_SECONDS = SESSION_LIFETIME_MS / 1000;
/** As long as browsers keep a cookie at most. */
const BROWSER_SECONDS = 400 * 86_400;

export function createBrowsers(sessions: Sessions, listener: SessionListener): Browsers {
  /** Secrets of browsers that come without one, for the time of their request. */
  const fresh = new WeakMap<HttpContext, string>();
  const nameOf = (ctx: HttpContext, kind: CookieKind) => cookieName(listener, kind, isSecure(ctx));

  function authenticate(ctx: HttpContext): SignedIn | null {
    const secret = readCookie(ctx, nameOf(ctx, 'session'));
    const found = secret === undefined ? undefined : sessions.find(secret);
    if (!found) return null;
    const { requestId, ip, baseUrl } = ctx.state;
    const actor: AuthenticatedActor = {
      user_id: found.user.id,
      credential: { kind: 'session', id: found.session.id },
      scopes: ['read', 'write'],
      request_id: requestId,
      ip,
      base_url: baseUrl,
    };
    return { actor, ...found };
  }

  function knownSecret(ctx: HttpContext): string | undefined {
    return parseSecret('browser', readCookie(ctx, nameOf(ctx, 'browser')) ?? '');
  }

  function giveSecret(ctx: HttpContext): string {
    const { secret } = mintSecret('browser');
    setCookie(ctx, nameOf(ctx, 'browser'), secret, BROWSER_SECONDS);
    return secret;
  }

  return {
    authenticate,
    formToken(ctx, signedIn) {
      const secret = knownSecret(ctx) ?? fresh.get(ctx) ?? giveSecret(ctx);
      fresh.set(ctx, secret);
      return tokenFor(secret, signedIn);
    },
    async readForm(ctx, signedIn) {
      const { token, form } = await readForm(ctx);
      const secret = knownSecret(ctx);
      if (secret === undefined || !isSame(token, tokenFor(secret, signedIn))) throw staleForm(ctx);
      return form;
    },
    signing(ctx) {
      const { requestId, ip, baseUrl } = ctx.state;
      const known = knownSecret(ctx);
      const next = mintSecret('browser');
      const browser: SigningBrowser = {
        listener,
        device: deviceName(ctx.req.headers['user-agent']),
        knownHash: known === undefined ? null : hashToken(known),
        nextHash: next.hash,
        previousSessionId: authenticate(ctx)?.session.id ?? null,
        request_id: requestId,
        ip,
        base_url: baseUrl,
      };
      return {
        browser,
        keep({ secret }) {
          setCookie(ctx, nameOf(ctx, 'session'), secret, SESSION_SECONDS);
          setCookie(ctx, nameOf(ctx, 'browser'), next.secret, BROWSER_SECONDS);
        },
      };
    },
    forget: (ctx) => setCookie(ctx, nameOf(ctx, 'session'), '', 0),
  };
}

/** Bound to the browser and to the session, so that no form outlives a sign-in or a sign-out. */
function tokenFor(browserSecret: string, signedIn: SignedIn | null): string {
  return createHmac('sha256', browserSecret)
    .update(`form ${signedIn?.session.id ?? 'nobody'}`)
    .digest('base64url');
}

function isSame(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** At an address that is not the workspace's any more a browser keeps no cookie of it, and nobody can sign in. */
function staleForm({ req, state: { baseUrl } }: HttpContext): AppError {
  const isElsewhere = new URL(baseUrl).host !== req.headers.host;
  return forbidden('This page is too old, or cookies are switched off.', {
    hint: isElsewhere
      ? `The address of this workspace is ${baseUrl}. Open it there and sign in.`
      : 'Go back, reload the page and send it again. This site needs cookies to sign you in.',
  });
}
