import { createSignIn } from '../../identity/sign-in.ts';
import { answerAsset } from '../pages/page-assets.ts';
import { withErrorPage } from '../pages/error-page.ts';
import type { HttpHandler } from '../http/app.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createInvitationHandlers } from './invitation-handlers.ts';
import type { SignInFaceOptions, SignInHandlers } from './mount.ts';
import { createSignInFormHandlers } from './sign-in-handlers.ts';
import { createStrangerLimits } from './stranger-limits.ts';

/** Everything that the sign-in pages answer; what they cannot answer, they say on a page. */
export function createSignInHandlers(options: SignInFaceOptions): SignInHandlers {
  const { services, limits } = options;
  const signIn = createSignIn(services, createStrangerLimits(services.clock, limits));
  const parts = { ...options, signIn };
  const onPage =
    (handler: HttpHandler): HttpHandler =>
    (ctx, match) =>
      withErrorPage(ctx, services.log, () => handler(ctx, match));
  const form = createSignInFormHandlers(parts);
  const invitation = createInvitationHandlers(parts);
  const account = createAccountHandlers(parts);
  return {
    showSignIn: onPage(form.showSignIn),
    signIn: onPage(form.signIn),
    showCode: onPage(form.showCode),
    signInWithCode: onPage(form.signInWithCode),
    showInvitation: onPage(invitation.showInvitation),
    acceptInvitation: onPage(invitation.acceptInvitation),
    showSignOut: onPage(account.showSignOut),
    signOut: onPage(account.signOut),
    showAccount: onPage(account.showAccount),
    showChangePassword: onPage(account.showChangePassword),
    changePassword: onPage(account.changePassword),
    endSession: onPage(account.endSession),
    endOtherSessions: onPage(account.endOtherSessions),
    sendAsset: (ctx, { params }) => answerAsset(ctx, params['file'] ?? ''),
  };
}
