import type { Provider } from 'oidc-provider';
import { cleanAppName } from '../../domain/app-name.ts';
import type { Scope } from '../../domain/personal-token.ts';
import { redirectTarget } from '../../domain/redirect-target.ts';
import { trustLevelSchema, type TrustLevel } from '../../domain/trust-level.ts';
import { AppError, badRequest } from '../../errors.ts';
import { OAUTH_PATH, resourceOf } from '../../identity/oauth/endpoints.ts';
import type { ClientMetadata } from '../../identity/oauth/client-metadata.ts';
import { connectApp } from '../../operations/connected-apps/connect.ts';
import { denyApp } from '../../operations/connected-apps/deny.ts';
import { liveApp } from '../../operations/connected-apps/live.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { loadSettings, perform } from '../../operations/perform.ts';
import type { HttpContext } from '../http/request-context.ts';
import { answerPage } from '../pages/answer-page.ts';
import { renderConsent } from '../pages/consent-page.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import type { Browsers } from '../sign-in/browsers.ts';
import type { Form } from '../sign-in/form.ts';

export interface InteractionOptions {
  services: Services;
  browsers: Browsers;
  metadata: ClientMetadata;
}

/** A request of a client that waits for a person. */
interface PendingRequest {
  clientId: string;
  clientName: string;
  identityHost: string | null;
  redirectUri: string;
  scopes: Scope[];
}

/**
 * The one page between a client's request and its code: whoever is signed in says yes or no (security O1). Who is
 * not signed in is sent to the sign-in page and back. Consent is asked every time.
 */
export async function showConsent(
  provider: Provider,
  ctx: HttpContext,
  uid: string,
  options: InteractionOptions,
): Promise<void> {
  const request = await pendingRequest(provider, ctx, uid);
  const path = `${OAUTH_PATH.interaction}/${uid}`;
  const signedIn = options.browsers.authenticate(ctx);
  if (!signedIn) {
    answerRedirect(ctx, `/sign-in?return_to=${encodeURIComponent(path)}`);
    return;
  }
  noteStep('signed_in', request, ctx, options);
  const { store, views } = options.services;
  const { workspace_name: workspaceName } = loadSettings(store.tables);
  const { clientId, clientName: name, identityHost, redirectUri, scopes } = request;
  const { user } = signedIn;
  // An app that asks again keeps the level that its person chose. One that only asked to read left no choice.
  const known = liveApp(views, { userId: user.id, clientId, baseUrl: ctx.state.baseUrl });
  const page = renderConsent({
    action: path,
    formToken: options.browsers.formToken(ctx, signedIn),
    app: { name, identityHost, redirectUri },
    account: { username: user.username, name: user.name, role: user.role },
    workspaceName,
    scopes,
    trustLevel: known?.scopes.includes('write') ? known.trust_level : 'full',
  });
  answerPage(ctx, page);
}

/** The answer to `showConsent`: bound to the browser by the interaction's cookie, to the session by the form's token (security O7). */
export async function takeConsent(
  provider: Provider,
  ctx: HttpContext,
  uid: string,
  options: InteractionOptions,
): Promise<void> {
  const request = await pendingRequest(provider, ctx, uid);
  const signedIn = options.browsers.authenticate(ctx);
  if (!signedIn) {
    throw new AppError('unauthorized', 'You are no longer signed in.', {
      hint: 'Go back to the app and connect again.',
    });
  }
  const form = await options.browsers.readForm(ctx, signedIn);
  const actor = { ...signedIn.actor, via: 'app' as const, client: null };
  const result = await resultOf(provider, request, actor, form, options);
  noteStep('error' in result ? 'denied' : 'allowed', request, ctx, options);
  const next = await whilePending(
    provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: false }),
  );
  answerRedirect(ctx, next);
}

/** For whoever watches the app being connected. The browser is the person's: the app is known by its id. */
function noteStep(
  step: 'signed_in' | 'allowed' | 'denied',
  { clientId, clientName }: PendingRequest,
  { req, state }: HttpContext,
  { services }: InteractionOptions,
): void {
  const { attempts } = services.doctor;
  attempts.note({ step, request: req, address: state.baseUrl, clientId, name: clientName });
}

async function resultOf(
  provider: Provider,
  request: PendingRequest,
  actor: Actor & { user_id: string },
  form: Form,
  options: InteractionOptions,
) {
  const decision = form.text('decision');
  if (decision === 'deny') {
    await perform(options.services, denyApp, actor, askedBy(request));
    return { error: 'access_denied', error_description: 'the person said no' };
  }
  if (decision !== 'allow') throw badRequest('Choose Allow or Deny.');
  const level = trustLevelSchema.safeParse(form.text('trust_level'));
  if (!level.success) throw badRequest('Choose what the app may do.');
  const grantId = await saveGrant(provider, request, actor);
  await connect(request, actor, level.data, options);
  return { login: { accountId: actor.user_id, remember: false }, consent: { grantId } };
}

async function connect(
  request: PendingRequest,
  actor: Actor,
  trustLevel: TrustLevel,
  { services, metadata }: InteractionOptions,
): Promise<void> {
  await metadata.keep(request.clientId);
  await perform(services, connectApp, actor, { ...askedBy(request), trust_level: trustLevel });
}

/** A request as operations take it. */
function askedBy({ clientId, clientName, identityHost, redirectUri, scopes }: PendingRequest) {
  const { kind, host } = redirectTarget(redirectUri);
  return {
    client_id: clientId,
    name: cleanAppName(clientName),
    identity_host: identityHost,
    // The port is another one each time.
    redirect_host: kind === 'loopback' ? host.replace(/:\d+$/, '') : host,
    scopes,
  };
}

async function saveGrant(
  provider: Provider,
  { clientId, scopes }: PendingRequest,
  { user_id: accountId, base_url: baseUrl }: Actor & { user_id: string },
): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId });
  // Refresh tokens are issued whether a client asked for them or not.
  grant.addOIDCScope([...scopes, 'offline_access'].join(' '));
  grant.addResourceScope(resourceOf(baseUrl), scopes.join(' '));
  return grant.save();
}

/** @throws {AppError} when nothing waits here for this browser, or it was answered already */
async function pendingRequest(provider: Provider, ctx: HttpContext, uid: string): Promise<PendingRequest> {
  const details = await whilePending(provider.interactionDetails(ctx.req, ctx.res));
  const clientId = String(details.params['client_id']);
  const client = await provider.Client.find(clientId);
  if (details.uid !== uid || details.result !== undefined || !client) throw nothingPending();
  const { scope, redirect_uri: redirectUri } = details.params;
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  return {
    clientId,
    clientName: client.clientName ?? '',
    identityHost: client.clientIdMetadataDocument ? new URL(clientId).host : null,
    redirectUri: String(redirectUri),
    scopes: (['read', 'write'] as const).filter((each) => asked.includes(each)),
  };
}

/** What the provider says of a request that is gone, in our words. */
async function whilePending<T>(asked: Promise<T>): Promise<T> {
  const { errors } = await import('oidc-provider');
  return asked.catch((error: unknown) => {
    throw error instanceof errors.SessionNotFound ? nothingPending(error) : error;
  });
}

function nothingPending(cause?: unknown): AppError {
  return badRequest('This request to connect an app has expired, or was answered already.', {
    hint: 'Go back to the app and connect again.',
    ...(cause !== undefined && { cause }),
  });
}
