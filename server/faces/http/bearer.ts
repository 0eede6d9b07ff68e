import { timestamp } from '../../clock.ts';
import { HOW_TO_CREATE_TOKEN } from '../../domain/personal-token.ts';
import { AppError } from '../../errors.ts';
import { authenticateBearer, bearerToken } from '../../identity/authenticate.ts';
import {
  isAccessTokenForm,
  isExpiredAccessToken,
  verifyAccessToken,
} from '../../identity/oauth/access-token.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { addressKey, headerValues, type HttpContext } from './request-context.ts';
import { createSlidingWindow, rateLimited } from './sliding-window.ts';

/** An actor but for what only the face knows: the way in and the client's name. */
export type AuthenticatedActor = Omit<Actor, 'via' | 'client'> & { user_id: string };

/**
 * @throws {AppError} unauthorized or token_expired; rate_limited when an address has sent too many wrong tokens
 */
export type AuthenticateRequest = (ctx: HttpContext) => AuthenticatedActor;

export interface BearerAuthentication {
  /** REST: personal tokens only (decisions, "OAuth token at REST"). */
  forScripts: AuthenticateRequest;
  /**
   * The connector: personal tokens, and the access tokens of connected apps (specification, Authentication 6); the
   * doctor's own calls, which list tools only.
   */
  forConnector: AuthenticateRequest;
}

/**
 * Authenticates by token, from the `Authorization` header and nowhere else (security T3). A right token always
 * passes, so that a stranger behind the same address cannot lock its owner out; wrong ones are limited. One that has
 * expired was right: apps must learn so each time, because they refresh upon a 401 and upon nothing else.
 */
export function createBearerAuthentication(
  services: Services,
  failedTokensPerMinute: number,
): BearerAuthentication {
  const failures = createSlidingWindow({ limit: failedTokensPerMinute, clock: services.clock });

  const counted =
    (authenticate: (authorization: readonly string[], baseUrl: string) => Credentials): AuthenticateRequest =>
    (ctx) => {
      const authorization = headerValues(ctx.req, 'authorization');
      const { requestId, ip, baseUrl } = ctx.state;
      try {
        const credentials = authenticate(authorization, baseUrl);
        return { ...credentials, request_id: requestId, ip, base_url: baseUrl };
      } catch (error) {
        if (error instanceof AppError && error.code !== 'token_expired' && authorization.length > 0) {
          const state = failures.take(addressKey(ip));
          if (!state.isAllowed) throw rateLimited(state, 'requests with a wrong token');
        }
        throw error;
      }
    };

  return {
    forScripts: counted((authorization) => {
      if (isAccessTokenForm(bearerToken(authorization))) throw notForScripts();
      return personal(services, authorization);
    }),
    forConnector: counted((authorization, baseUrl) => {
      const token = bearerToken(authorization);
      const examiner = services.doctor.probes.ownerOf(token);
      if (examiner !== undefined)
        return { user_id: examiner, credential: { kind: 'diagnostics' }, scopes: ['read'] };
      if (isAccessTokenForm(token)) return connected(services, token, baseUrl);
      const credentials = personal(services, authorization);
      noteConnectorCall(services, credentials);
      return credentials;
    }),
  };
}

type Credentials = Pick<AuthenticatedActor, 'user_id' | 'credential' | 'scopes'>;

function personal(services: Services, authorization: readonly string[]): Credentials {
  const { token, user } = authenticateBearer(services, authorization);
  const credential = { kind: 'personal_token', id: token.id, name: token.name } as const;
  return { user_id: user.id, credential, scopes: token.scopes };
}

/** An assistant is told from a script by what it calls. */
function noteConnectorCall({ lastUsed, clock }: Services, { credential }: Credentials): void {
  if ('id' in credential) lastUsed.touchConnector(credential.id, timestamp(clock));
}

function connected(services: Services, secret: string, baseUrl: string): Credentials {
  const access = verifyAccessToken(services, secret, baseUrl);
  if (!access) {
    if (isExpiredAccessToken(services, secret))
      throw new AppError('token_expired', 'This access token has expired.', {
        hint: 'Refresh it, or connect again.',
      });
    throw new AppError('unauthorized', 'This access token is not valid here.', {
      hint: 'It is of another address, has expired, or the app was disconnected: refresh it, or connect again.',
    });
  }
  const { app, user, scopes } = access;
  return { user_id: user.id, credential: { kind: 'connected_app', id: app.id, name: app.name }, scopes };
}

function notForScripts(): AppError {
  return new AppError('unauthorized', 'Access tokens of connected apps are for the connector only.', {
    hint: `The REST interface takes personal tokens. ${HOW_TO_CREATE_TOKEN}`,
  });
}
