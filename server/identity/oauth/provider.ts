import { timingSafeEqual } from 'node:crypto';
import { Provider, errors, type Configuration } from 'oidc-provider';
import type { Services } from '../../operations/define.ts';
import { loadSettings } from '../../operations/perform.ts';
import { createAdapterFactory, type AdapterOptions } from './adapter.ts';
import { noteAttempts } from './note-attempts.ts';
import { hashClientSecret } from './artifacts.ts';
import type { ClientMetadata } from './client-metadata.ts';
import { meantResource, OAUTH_PATH, resourceOf } from './endpoints.ts';
import type { OAuthKeys } from './keys.ts';
import { HOUR, LIFETIME } from './lifetimes.ts';

export interface ProviderOptions {
  services: Services;
  keys: OAuthKeys;
  metadata: ClientMetadata;
  adapter: Omit<AdapterOptions, 'services'>;
  /** Answers with a page that says what went wrong; the provider's own words are in `error`. */
  renderError: NonNullable<Configuration['renderError']>;
}

export const SCOPES = ['read', 'write'] as const;

/**
 * The authorization server for one address of the workspace: authorization code with PKCE and refresh tokens,
 * nothing else (security O12). Everything that it keeps is in our store, so those for several addresses are one.
 *
 * @param baseUrl an allowed address, never one that a request made up; its metadata and cookies start with it
 */
export function createProvider(baseUrl: string, options: ProviderOptions): Provider {
  const provider = new Provider(baseUrl, configuration(baseUrl, options));
  const { protocol, host } = new URL(baseUrl);
  const createContext = provider.createContext.bind(provider);
  // It builds addresses from the request; they are those of the base URL whatever the request says (traps T1, T2).
  provider.createContext = (req, res) => {
    const ctx = createContext(req, res);
    Object.defineProperties(ctx.request, {
      protocol: { value: protocol.slice(0, -1) },
      host: { value: host },
    });
    return ctx;
  };
  provider.Client.prototype.compareClientSecret = compareClientSecret;
  provider.middleware.unshift(dropSessionCookie, dropStoredSecret);
  provider.silent = true;
  provider.on('authorization.error', (ctx, error) => {
    const clientId = ctx.oidc.client?.clientId;
    if (ctx.oidc.route === 'authorization' && !wasEverAllowed(options.services, clientId))
      error.allow_redirect = false;
  });
  noteAttempts(provider, baseUrl, options.services.doctor.attempts);
  provider.on('server_error', (_ctx, error) => {
    options.services.log.error({ err: error }, 'the authorization server failed to answer');
  });
  return provider;
}

/**
 * Whether a person has ever let a client in. Errors of one that nobody has, to which nobody has said anything, stay
 * on our page: anybody can register, and a redirect would lend them our name (security O11).
 */
function wasEverAllowed({ store }: Services, clientId: string | undefined): boolean {
  for (const app of store.tables.connected_apps.all()) if (app.client_id === clientId) return true;
  return false;
}

type ProviderContext = ReturnType<Provider['createContext']>;

const SESSION_COOKIE = 'cpl_oauth_session';

/** The provider's sessions are not kept (see `createAdapterFactory`), so browsers need not keep their names. */
async function dropSessionCookie(ctx: ProviderContext, next: () => Promise<unknown>): Promise<void> {
  await next();
  const cookies = [ctx.response.headers['set-cookie'] ?? []].flat();
  const kept = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  if (kept.length === cookies.length) return;
  if (kept.length === 0) ctx.remove('Set-Cookie');
  else ctx.set('Set-Cookie', kept);
}

/** Our records hold the hash of a client's secret only (security T2). */
function compareClientSecret(this: { clientSecret?: string | undefined }, secret: string): boolean {
  const [known, sent] = [Buffer.from(this.clientSecret ?? ''), Buffer.from(hashClientSecret(secret))];
  return known.length === sent.length && timingSafeEqual(known, sent);
}

/** A client that reads its registration would get the hash of its secret; it has the secret. */
async function dropStoredSecret(ctx: ProviderContext, next: () => Promise<unknown>): Promise<void> {
  await next();
  if (ctx.method !== 'GET' || typeof ctx.body !== 'object' || ctx.body === null) return;
  if ('client_secret' in ctx.body) delete ctx.body.client_secret;
}

function configuration(baseUrl: string, options: ProviderOptions): Configuration {
  const { services, keys, metadata, adapter, renderError } = options;
  return {
    adapter: createAdapterFactory({ services, ...adapter }),
    jwks: { keys: [keys.signingKey] },
    cookies: {
      keys: [keys.cookieSecret],
      names: { session: SESSION_COOKIE, interaction: 'cpl_oauth_ix', resume: 'cpl_oauth_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: '/api/oauth' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: OAUTH_PATH.authorize,
      token: OAUTH_PATH.token,
      registration: OAUTH_PATH.register,
      revocation: OAUTH_PATH.revoke,
      jwks: OAUTH_PATH.jwks,
      userinfo: '/api/oauth/userinfo',
      end_session: '/api/oauth/session/end',
    },
    scopes: ['offline_access', ...SCOPES],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    features: features(baseUrl, options),
    ttl: {
      AccessToken: () => accessTokenSeconds(services),
      AuthorizationCode: LIFETIME.code,
      Grant: LIFETIME.grant,
      IdToken: HOUR,
      Interaction: LIFETIME.interaction,
      RefreshToken: LIFETIME.refreshToken,
      RegistrationAccessToken: LIFETIME.registrationAccessToken,
      Session: LIFETIME.interaction,
    },
    rotateRefreshToken: true,
    // Not all hosts ask for offline_access, and without refresh tokens they would ask people again every hour.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    findAccount: (_ctx, id) => {
      const user = services.store.tables.users.get(id);
      if (!user || user.disabled) return undefined;
      return { accountId: id, claims: async () => ({ sub: id }) };
    },
    interactions: { url: (_ctx, { uid }) => `${OAUTH_PATH.interaction}/${uid}` },
    renderError,
    fetch: (url, request) =>
      metadata.fetch(String(url instanceof Request ? url.url : url), {
        isDocument: request?.redirect === 'manual',
      }),
  };
}

function accessTokenSeconds({ store }: Services): number {
  return loadSettings(store.tables).access_token_hours * HOUR;
}

function features(baseUrl: string, { services, metadata }: ProviderOptions): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async (_ctx, clientId) => metadata.mayFetch(clientId),
      cacheDuration: { min: 300, max: 86_400 },
    },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: async () => true,
      defaultResource: async () => resourceOf(baseUrl),
      getResourceServerInfo: async (_ctx, indicator) => {
        const audience = meantResource(indicator, baseUrl);
        if (audience === undefined) throw new errors.InvalidTarget();
        return {
          scope: SCOPES.join(' '),
          audience,
          accessTokenFormat: 'opaque',
          accessTokenTTL: accessTokenSeconds(services),
        };
      },
    },
  };
}
