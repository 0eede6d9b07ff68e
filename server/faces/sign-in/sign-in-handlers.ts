import type { OpenedSession, SignIn, SigningBrowser } from '../../identity/sign-in.ts';
import { loadSettings } from '../../operations/perform.ts';
import { createLine } from '../../sliced-work.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpContext } from '../http/request-context.ts';
import { answerPage } from '../pages/answer-page.ts';
import type { Page } from '../pages/page.ts';
import type { Problem } from '../pages/problem.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { renderSignIn, renderSignInCode } from '../pages/sign-in-page.ts';
import { answerProblem } from './answer-problem.ts';
import type { Form } from './form.ts';
import type { SignInFaceOptions } from './mount.ts';
import { ownPath } from './own-path.ts';

export interface SignInParts extends SignInFaceOptions {
  signIn: SignIn;
}

/** The app: where whoever signs in goes when they did not come from anywhere. */
export const HOME = '/';

/** Where each way of signing in has its form, by the name that the other form's page asks for it with. */
const WAYS: ReadonlyMap<string | null, string> = new Map([
  ['password', '/sign-in'],
  ['code', '/sign-in/code'],
]);

type Render = (view: { returnTo: string | undefined; username?: string; problem?: Problem }) => Page;
type Open = (browser: SigningBrowser, form: Form) => Promise<OpenedSession>;

/** The two forms that somebody signs in with. */
export function createSignInFormHandlers({ services, browsers, signIn }: SignInParts) {
  // A crowd at the door holds nobody up who is inside (security P2).
  const takeTurn = createLine();
  const workspaceName = () => loadSettings(services.store.tables).workspace_name;

  /** Whoever is signed in already goes on at once. */
  function show(ctx: HttpContext, query: string, page: (ctx: HttpContext) => Render): void {
    const asked = new URLSearchParams(query);
    const returnTo = ownPath(asked.get('return_to') ?? undefined);
    const way = WAYS.get(asked.get('with'));
    if (browsers.authenticate(ctx)) answerRedirect(ctx, returnTo ?? HOME);
    else if (way !== undefined) answerRedirect(ctx, withReturn(way, returnTo));
    else answerPage(ctx, page(ctx)({ returnTo }));
  }

  async function send(ctx: HttpContext, page: (ctx: HttpContext) => Render, open: Open): Promise<void> {
    await takeTurn();
    const form = await browsers.readForm(ctx, browsers.authenticate(ctx));
    const returnTo = ownPath(form.text('return_to'));
    const { browser, keep } = browsers.signing(ctx);
    try {
      keep(await open(browser, form));
    } catch (error) {
      const username = form.text('username');
      answerProblem(ctx, error, (problem) => page(ctx)({ returnTo, username, problem }));
      return;
    }
    answerRedirect(ctx, returnTo ?? HOME);
  }

  const passwordPage =
    (ctx: HttpContext): Render =>
    (view) =>
      renderSignIn({ ...view, formToken: token(ctx), workspaceName: workspaceName() });
  const codePage =
    (ctx: HttpContext): Render =>
    (view) =>
      renderSignInCode({ ...view, formToken: token(ctx), workspaceName: workspaceName() });
  const token = (ctx: HttpContext) => browsers.formToken(ctx, browsers.authenticate(ctx));

  return {
    showSignIn: (ctx, { query }) => show(ctx, query, passwordPage),
    signIn: (ctx) =>
      send(ctx, passwordPage, (browser, form) =>
        signIn.withPassword(browser, { username: form.text('username'), password: form.text('password') }),
      ),
    showCode: (ctx, { query }) => show(ctx, query, codePage),
    signInWithCode: (ctx) =>
      send(ctx, codePage, (browser, form) => signIn.withCode(browser, { code: form.text('code') })),
  } satisfies Record<string, HttpHandler>;
}

function withReturn(path: string, returnTo: string | undefined): string {
  return returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}
