import type { Provider } from 'oidc-provider';
import type { AuthorizationServer } from '../../identity/oauth/authorization-server.ts';
import { offersOAuth } from '../../identity/oauth/endpoints.ts';
import { artifactId } from '../../identity/oauth/artifacts.ts';
import type { Services } from '../../operations/define.ts';
import { readBytes } from '../http/body.ts';
import { answerJson } from '../http/json-answer.ts';
import { addressKey, setHeaders, type HttpContext } from '../http/request-context.ts';
import { answerPage } from '../pages/answer-page.ts';
import { renderOAuthError } from '../pages/oauth-pages.ts';
import { normalisedAuthorization, normaliseResource } from './authorize.ts';
import { notOffered } from './metadata.ts';
import { callProvider, withBody } from './provider-call.ts';
import { normalisedRegistration } from './register.ts';

const FORM_BYTES = 16 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

type Handle = (ctx: HttpContext) => Promise<void>;

export interface OAuthHandlers {
  /** The provider for the address that a request came in at. */
  provide: (ctx: HttpContext) => Promise<Provider>;
  pass: Handle;
  authorize: Handle;
  /** Of tokens and of their revocation. */
  form: Handle;
  register: Handle;
}

interface HandlerOptions {
  services: Pick<Services, 'store' | 'doctor'>;
  /** Refuses a caller that asks too often. */
  countRequest: (who: string) => void;
}

/**
 * What stands in front of the provider's endpoints: requests as real programs send them, turned into what it takes,
 * and bodies that are no larger than they need to be.
 */
export function createHandlers(
  server: AuthorizationServer,
  { services, countRequest }: HandlerOptions,
): OAuthHandlers {
  /** @throws {AppError} not_found where secrets would travel readable by others */
  async function provide(ctx: HttpContext): Promise<Provider> {
    if (!offersOAuth(ctx.state.baseUrl)) throw notOffered();
    return server.at(ctx.state.baseUrl);
  }

  return {
    provide,

    async pass(ctx: HttpContext): Promise<void> {
      await callProvider(await provide(ctx), ctx);
    },

    async authorize(ctx: HttpContext): Promise<void> {
      const provider = await provide(ctx);
      const { pathname, search } = new URL(ctx.req.url ?? '/', ctx.state.baseUrl);
      const mode = new URLSearchParams(search).get('response_mode');
      if (mode !== null && mode !== 'query') {
        const message = 'The app asks for an answer in a form that we do not give (response_mode).';
        answerPage(ctx, renderOAuthError({ message }), 400);
        return;
      }
      ctx.req.url = `${pathname}?${normalisedAuthorization(search, ctx.state.baseUrl)}`;
      await callProvider(provider, ctx);
    },

    async form(ctx: HttpContext): Promise<void> {
      const provider = await provide(ctx);
      const type = ctx.req.headers['content-type'] ?? '';
      const body = (await readBytes(ctx.req, FORM_BYTES)).toString('utf8');
      const fields = new URLSearchParams(body);
      countRequest(grantBehind(services, fields) ?? addressKey(ctx.state.ip));
      normaliseResource(fields, ctx.state.baseUrl);
      const isForm = type.toLowerCase().startsWith(FORM_TYPE);
      await callProvider(provider, ctx, withBody(ctx.req, isForm ? fields.toString() : body, type));
    },

    async register(ctx: HttpContext): Promise<void> {
      const provider = await provide(ctx);
      const request = await normalisedRegistration(ctx.req);
      if ('error' in request) {
        const { error, description, status } = request;
        services.doctor.attempts.note({
          step: 'failed',
          request: ctx.req,
          address: ctx.state.baseUrl,
          detail: description,
        });
        setHeaders(ctx, { 'Cache-Control': 'no-store' });
        await answerJson(ctx, { error, error_description: description }, status);
        return;
      }
      await callProvider(provider, ctx, request);
    },
  };
}

/** Where the secrets of a form belong that somebody can have from us only. */
const SECRETS = [
  ['refresh_token', 'RefreshToken'],
  ['code', 'AuthorizationCode'],
  ['token', 'RefreshToken'],
  ['token', 'AccessToken'],
] as const;

/** Connected apps are counted for themselves, so that a stranger behind the same address cannot keep them from refreshing. */
function grantBehind({ store }: Pick<Services, 'store'>, fields: URLSearchParams): string | undefined {
  for (const [field, model] of SECRETS) {
    const secret = fields.get(field);
    const known = secret !== null && store.tables.oauth_artifacts.get(artifactId(model, secret));
    if (known) return `grant ${known.grant_id ?? ''}`;
  }
  return undefined;
}
