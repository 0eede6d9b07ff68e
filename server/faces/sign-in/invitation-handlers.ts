import { badRequest } from '../../errors.ts';
import type { User } from '../../domain/user.ts';
import { loadSettings } from '../../operations/perform.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpContext } from '../http/request-context.ts';
import { renderInvitation, renderVoidInvitation } from '../pages/account-pages.ts';
import { answerPage } from '../pages/answer-page.ts';
import type { Page } from '../pages/page.ts';
import type { Problem } from '../pages/problem.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { answerProblem } from './answer-problem.ts';
import type { Form } from './form.ts';
import { HOME, type SignInParts } from './sign-in-handlers.ts';

/** The page behind an invitation. Looking at it, as programs that preview links do, spends nothing. */
export function createInvitationHandlers({ services, browsers, signIn }: SignInParts) {
  function page(ctx: HttpContext, secret: string, person: User, problem?: Problem): Page {
    return renderInvitation({
      formToken: browsers.formToken(ctx, browsers.authenticate(ctx)),
      action: `/invitation/${secret}`,
      workspaceName: loadSettings(services.store.tables).workspace_name,
      person,
      problem,
    });
  }

  /** Hands on who is invited; whatever is wrong with the link, the page is one and the same. */
  const forInvited =
    (answer: (ctx: HttpContext, secret: string, user: User) => void | Promise<void>): HttpHandler =>
    async (ctx, { params }) => {
      const secret = params['secret'] ?? '';
      const user = signIn.invited(secret);
      if (user) await answer(ctx, secret, user);
      else answerPage(ctx, renderVoidInvitation(), 404);
    };

  return {
    showInvitation: forInvited((ctx, secret, user) => answerPage(ctx, page(ctx, secret, user))),
    acceptInvitation: forInvited(async (ctx, secret, user) => {
      const form = await browsers.readForm(ctx, browsers.authenticate(ctx));
      const name = form.text('name');
      const { browser, keep } = browsers.signing(ctx);
      try {
        keep(await signIn.withInvitation(browser, secret, { name, password: newPassword(form) }));
      } catch (error) {
        const render = (problem: Problem) => page(ctx, secret, { ...user, name }, problem);
        answerProblem(ctx, error, render, ['name', 'password', 'password_again']);
        return;
      }
      answerRedirect(ctx, HOME);
    }),
  } satisfies Record<string, HttpHandler>;
}

/**
 * The new password of a form, typed twice because it cannot be seen.
 *
 * @throws {AppError} bad_request
 */
export function newPassword(form: Form): string {
  const password = form.text('password');
  if (form.text('password_again') !== password)
    throw badRequest('password_again: is not the same as the one above');
  return password;
}
