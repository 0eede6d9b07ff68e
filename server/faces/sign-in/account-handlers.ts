import type { Actor } from '../../operations/define.ts';
import { loadSettings, perform } from '../../operations/perform.ts';
import { endAllSessions } from '../../operations/sessions/end-all.ts';
import { endSession } from '../../operations/sessions/end.ts';
import { listSessions } from '../../operations/sessions/list.ts';
import { changePassword } from '../../operations/sign-in/change-password.ts';
import type { HttpHandler } from '../http/app.ts';
import type { HttpContext } from '../http/request-context.ts';
import { renderAccount, renderChangePassword } from '../pages/account-pages.ts';
import { answerPage } from '../pages/answer-page.ts';
import { renderSignedOut, renderSignOut } from '../pages/oauth-pages.ts';
import type { Problem } from '../pages/problem.ts';
import { answerRedirect } from '../pages/send-answer.ts';
import { answerProblem } from './answer-problem.ts';
import type { SignedIn } from './browsers.ts';
import { newPassword } from './invitation-handlers.ts';
import type { SignInParts } from './sign-in-handlers.ts';

/** What was just done, by the word that the redirect carries. */
const MESSAGES: Readonly<Record<string, string>> = {
  password: 'Your password was changed. All your other browsers are signed out.',
  ended: 'That browser is signed out.',
  others: 'All your other browsers are signed out.',
};

/** What somebody does with their own account, signed in with this browser. */
export function createAccountHandlers({ services, browsers }: SignInParts) {
  /** Sends whoever is not signed in to do so first, and back. */
  const forSignedIn =
    (path: string, answer: (ctx: HttpContext, signedIn: SignedIn, query: string) => void | Promise<void>) =>
    async (ctx: HttpContext, { query }: { query: string }): Promise<void> => {
      const signedIn = browsers.authenticate(ctx);
      if (signedIn) await answer(ctx, signedIn, query);
      else answerRedirect(ctx, `/sign-in?return_to=${encodeURIComponent(path)}`);
    };

  function changePasswordPage(ctx: HttpContext, signedIn: SignedIn, problem?: Problem) {
    const hasPassword = signedIn.user.password_hash !== null;
    const formToken = browsers.formToken(ctx, signedIn);
    return renderChangePassword({ formToken, person: signedIn.user, hasPassword, problem });
  }

  return {
    showAccount: forSignedIn('/account', async (ctx, signedIn, query) => {
      const { items } = await perform(services, listSessions, inBrowser(signedIn), {});
      const page = renderAccount({
        formToken: browsers.formToken(ctx, signedIn),
        workspaceName: loadSettings(services.store.tables).workspace_name,
        person: signedIn.user,
        sessions: items,
        hasPassword: signedIn.user.password_hash !== null,
        message: MESSAGES[new URLSearchParams(query).get('done') ?? ''],
      });
      answerPage(ctx, page);
    }),

    endSession: forSignedIn('/account', async (ctx, signedIn) => {
      const form = await browsers.readForm(ctx, signedIn);
      await perform(services, endSession, inBrowser(signedIn), { id: form.text('id') });
      answerRedirect(ctx, '/account?done=ended');
    }),

    endOtherSessions: forSignedIn('/account', async (ctx, signedIn) => {
      await browsers.readForm(ctx, signedIn);
      await perform(services, endAllSessions, inBrowser(signedIn), { keep_current: true });
      answerRedirect(ctx, '/account?done=others');
    }),

    showChangePassword: forSignedIn('/account/password', (ctx, signedIn) => {
      answerPage(ctx, changePasswordPage(ctx, signedIn));
    }),

    changePassword: forSignedIn('/account/password', async (ctx, signedIn) => {
      const form = await browsers.readForm(ctx, signedIn);
      try {
        await perform(services, changePassword, inBrowser(signedIn), {
          current_password: form.text('current_password'),
          password: newPassword(form),
        });
      } catch (error) {
        const render = (problem: Problem) => changePasswordPage(ctx, signedIn, problem);
        answerProblem(ctx, error, render, ['password', 'password_again']);
        return;
      }
      answerRedirect(ctx, '/account?done=password');
    }),

    showSignOut: (ctx: HttpContext) => {
      const signedIn = browsers.authenticate(ctx);
      answerPage(ctx, signedIn ? renderSignOut(browsers.formToken(ctx, signedIn)) : renderSignedOut());
    },

    signOut: async (ctx: HttpContext) => {
      const signedIn = browsers.authenticate(ctx);
      if (signedIn) {
        await browsers.readForm(ctx, signedIn);
        await perform(services, endSession, inBrowser(signedIn), { id: signedIn.session.id });
        // Only then: a form of another site comes without the cookie, and must not take it away.
        browsers.forget(ctx);
      }
      answerRedirect(ctx, '/sign-out');
    },
  } satisfies Record<string, HttpHandler>;
}

const inBrowser = ({ actor }: SignedIn): Actor => ({ ...actor, via: 'app', client: null });
