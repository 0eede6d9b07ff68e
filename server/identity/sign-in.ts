import { timestamp } from '../clock.ts';
import type { SessionListener } from '../domain/session.ts';
import type { SignInCodeKind } from '../domain/sign-in-code.ts';
import { hashToken, parseSecret } from '../domain/token-secret.ts';
import { parseTypedCode } from '../domain/typed-code.ts';
import type { User } from '../domain/user.ts';
import { forbidden, type AppError } from '../errors.ts';
import type { Actor, Attempt, Credential, Services } from '../operations/define.ts';
import { perform } from '../operations/perform.ts';
import { openSession } from '../operations/sessions/open.ts';
import { acceptInvitation } from '../operations/sign-in/accept-invitation.ts';
import { isUsable } from '../operations/sign-in/codes.ts';
import { createDelays } from './sign-in-throttle.ts';

/** The browser that somebody signs in with, as its face has found out. */
export interface SigningBrowser {
  listener: SessionListener;
  device: string;
  /** SHA-256 of the secret that it came with, hex; null for one that is new to us. */
  knownHash: string | null;
  /** The same of the secret that it is given now. */
  nextHash: string;
  previousSessionId: string | null;
  request_id: string;
  ip: string;
  base_url: string;
}

export interface OpenedSession {
  session_id: string;
  /** For the cookie. */
  secret: string;
}

export interface SignIn {
  /** @throws {AppError} rate_limited, forbidden for whatever is wrong, unavailable */
  withPassword(
    browser: SigningBrowser,
    typed: { username: string; password: string },
  ): Promise<OpenedSession>;
  /** @throws {AppError} forbidden; rate_limited for wrong ones */
  withCode(browser: SigningBrowser, typed: { code: string }): Promise<OpenedSession>;
  /** Who is invited by a link's secret; undefined when it is not valid. */
  invited(secret: string): User | undefined;
  /** @throws {AppError} forbidden, bad_request */
  withInvitation(
    browser: SigningBrowser,
    secret: string,
    chosen: { name: string; password: string },
  ): Promise<OpenedSession>;
}

/** Longer than any username that there can be. */
const LONGEST_NAME = 65;

/** What limits strangers by where they come from; those of the face, which knows addresses. */
export interface StrangerLimits {
  /**
   * Counts a try, unless it is withdrawn.
   *
   * @throws {AppError} rate_limited
   */
  take(ip: string): Pick<Attempt, 'withdrawn'>;
}

/**
 * Every way in to a session (security P1-P5). Whatever is wrong, the answer is one and the same and takes as long:
 * it tells nothing about which accounts there are.
 */
export function createSignIn(services: Services, strangers: StrangerLimits): SignIn {
  const { views, store, passwords, clock } = services;
  const names = createDelays(clock);
  const knownBrowsers = createDelays(clock);

  /** A browser that the person signed in with before waits for its own failures only: strangers cannot lock them out. */
  function begin(browser: SigningBrowser, username: string, user: User | undefined): Attempt {
    if (user && browser.knownHash !== null && isKnown(user, browser.knownHash))
      return knownBrowsers.begin(`${user.id} ${browser.knownHash}`);
    const counted = strangers.take(browser.ip);
    const attempt = names.begin(username.slice(0, LONGEST_NAME));
    return {
      succeeded: () => attempt.succeeded(),
      withdrawn() {
        attempt.withdrawn();
        counted.withdrawn();
      },
    };
  }

  function isKnown(user: User, browserHash: string): boolean {
    return views.sessionsOf(user.id).some(({ browser_hash }) => browser_hash === browserHash);
  }

  async function verify(attempt: Attempt, password: string, hash: string | null): Promise<boolean> {
    try {
      return await passwords.verify(password, hash);
    } catch (error) {
      attempt.withdrawn();
      throw error;
    }
  }

  /** A hash of today's strength for a password that was hashed with less; waiting for it is not worth a refusal. */
  async function strengthened(password: string, hash: string): Promise<{ stronger_hash?: string }> {
    if (!(await passwords.isOutdated(hash))) return {};
    try {
      return { stronger_hash: await passwords.hash(password) };
    } catch {
      return {};
    }
  }

  /** What was typed is in no entry: it may be a password, or nearly. */
  function refused(
    { ip, request_id, device }: SigningBrowser,
    user: User | undefined,
    means: string,
  ): AppError {
    store.auditLater({
      at: timestamp(clock),
      user_id: user?.id ?? null,
      username: user?.username ?? null,
      via: 'app',
      client: null,
      credential_id: null,
      ip,
      request_id,
      action: openSession.name,
      target: null,
      result: 'refused: forbidden',
      details: { with: means, device },
    });
    return means === 'password' ? wrongPassword() : wrongCode();
  }

  /** A right code gets in however many wrong ones come: it is the way in that no stranger can block. */
  function wrongSecret(browser: SigningBrowser, means: string): AppError {
    strangers.take(browser.ip);
    return refused(browser, undefined, means);
  }

  function findCode(kind: SignInCodeKind, secret: string | undefined) {
    const code = secret === undefined ? undefined : views.signInCodeByHash(hashToken(secret));
    const user = code && store.tables.users.get(code.user_id);
    const isGood = code?.kind === kind && isUsable(code, clock.now()) && user?.disabled === false;
    return isGood ? { code, user } : undefined;
  }

  return {
    async withPassword(browser, typed) {
      const username = typed.username.trim().toLowerCase();
      const user = views.userByName(username);
      const attempt = begin(browser, username, user);
      const hash = user?.disabled === false ? user.password_hash : null;
      const isRight = await verify(attempt, typed.password, hash);
      if (!isRight || !user || hash === null) throw refused(browser, user, 'password');
      attempt.succeeded();
      const actor = actorOf(browser, user, { kind: 'password', password_hash: hash });
      const stronger = await strengthened(typed.password, hash);
      return perform(services, openSession, actor, { ...recordOf(browser), ...stronger });
    },

    async withCode(browser, typed) {
      const found = findCode('sign_in', parseTypedCode(typed.code));
      if (!found) throw wrongSecret(browser, 'code');
      const actor = actorOf(browser, found.user, { kind: 'sign_in_code', id: found.code.id });
      return perform(services, openSession, actor, recordOf(browser));
    },

    invited: (secret) => findCode('invitation', parseSecret('invitation', secret))?.user,

    async withInvitation(browser, secret, chosen) {
      const found = findCode('invitation', parseSecret('invitation', secret));
      if (!found) throw wrongSecret(browser, 'invitation');
      const actor = actorOf(browser, found.user, { kind: 'sign_in_code', id: found.code.id });
      return perform(services, acceptInvitation, actor, { ...recordOf(browser), ...chosen });
    },
  };
}

function recordOf({ listener, device, nextHash, previousSessionId }: SigningBrowser) {
  return { listener, device, browser_hash: nextHash, previous_session_id: previousSessionId };
}

function actorOf({ request_id, ip, base_url }: SigningBrowser, user: User, credential: Credential): Actor {
  return {
    user_id: user.id,
    credential,
    scopes: ['write'],
    via: 'app',
    client: null,
    request_id,
    ip,
    base_url,
  };
}

const wrongPassword = () =>
  forbidden('Username or password is wrong.', {
    hint: 'Check both and try again. The owner of the workspace can let you in with a one-time code.',
  });

const wrongCode = () =>
  forbidden('This code is not valid, or not any more.', {
    hint: 'A code works once and for ten minutes. The owner of the workspace can make another.',
  });
