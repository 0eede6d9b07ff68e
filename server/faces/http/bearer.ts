import { AppError } from '../../errors.ts';
import { authenticateBearer } from '../../identity/authenticate.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { addressKey, headerValues, type HttpContext } from './request-context.ts';
import { createSlidingWindow, rateLimited } from './sliding-window.ts';

/** An actor but for what only the face knows: the way in and the client's name. */
export type AuthenticatedActor = Omit<Actor, 'via' | 'client'> & { user_id: string };

/**
 * @throws {AppError} unauthorized or token_expired; rate_limited when an address has sent too many wrong tokens
 */
export type AuthenticateRequest = (ctx: HttpContext) => AuthenticatedActor;

/**
 * Authenticates by personal token, from the `Authorization` header and nowhere else (security T3). A right token
 * always passes, so that a stranger behind the same address cannot lock its owner out; wrong ones are limited.
 */
export function createBearerAuthentication(
  services: Services,
  failedTokensPerMinute: number,
): AuthenticateRequest {
  const failures = createSlidingWindow({ limit: failedTokensPerMinute, clock: services.clock });
  return (ctx) => {
    const authorization = headerValues(ctx.req, 'authorization');
    const { requestId, ip, baseUrl } = ctx.state;
    try {
      const { token, user } = authenticateBearer(services, authorization);
      return {
        user_id: user.id,
        credential: { kind: 'personal_token', id: token.id, name: token.name },
        scopes: token.scopes,
        request_id: requestId,
        ip,
        base_url: baseUrl,
      };
    } catch (error) {
      if (error instanceof AppError && authorization.length > 0) {
        const state = failures.take(addressKey(ip));
        if (!state.isAllowed) throw rateLimited(state, 'requests with a wrong token');
      }
      throw error;
    }
  };
}
