import type { Services } from '../../operations/define.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { Method, Router } from '../http/router.ts';
import type { Browsers } from './browsers.ts';

export interface SignInFaceOptions {
  services: Services;
  browsers: Browsers;
  limits: HttpLimits;
}

/** What answers each path, by the name of its handler. */
const ROUTES = [
  ['GET', '/sign-in', 'showSignIn'],
  ['POST', '/sign-in', 'signIn'],
  ['GET', '/sign-in/code', 'showCode'],
  ['POST', '/sign-in/code', 'signInWithCode'],
  ['GET', '/invitation/:secret', 'showInvitation'],
  ['POST', '/invitation/:secret', 'acceptInvitation'],
  ['GET', '/sign-out', 'showSignOut'],
  ['POST', '/sign-out', 'signOut'],
  ['GET', '/account', 'showAccount'],
  ['GET', '/account/password', 'showChangePassword'],
  ['POST', '/account/password', 'changePassword'],
  ['POST', '/account/sessions/end', 'endSession'],
  ['POST', '/account/sessions/end-others', 'endOtherSessions'],
  ['GET', '/page-assets/:file', 'sendAsset'],
] as const satisfies readonly (readonly [Method, string, string])[];

export type SignInHandlers = Readonly<Record<(typeof ROUTES)[number][2], HttpHandler>>;

/** Adds the pages for signing in and out to a listener. They are loaded when somebody opens the first of them. */
export function mountSignIn(router: Router<HttpHandler>, options: SignInFaceOptions): void {
  let handlers: Promise<SignInHandlers> | undefined;
  const load = async () => (await import('./handlers.ts')).createSignInHandlers(options);
  for (const [method, path, name] of ROUTES) {
    router.add(method, path, async (ctx, match) => {
      handlers ??= load();
      await (await handlers)[name](ctx, match);
    });
  }
}
