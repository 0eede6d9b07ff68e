import { button, form, linkButton } from './components.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

/** Why an app could not be connected. It stays on our page: nobody is sent to an address that was never allowed (security O11). */
export function renderOAuthError({ message, hint }: { message: string; hint?: string | undefined }): Page {
  return {
    title: 'The app was not connected',
    body: html`<h1>The app was not connected</h1>
      <p role="alert">${message}</p>
      <p class="hint">
        ${hint ?? 'Go back to the app and connect again. If it happens again, tell whoever makes the app.'}
      </p>`,
  };
}

/** After signing out. */
export function renderSignedOut(): Page {
  return {
    title: 'Signed out',
    body: html`<h1>You are signed out</h1>
      <p class="lead">Connected apps stay connected; they have their own keys.</p>
      ${linkButton('Sign in again', '/sign-in')}`,
  };
}

/** Asks before signing out: a link alone must not do it. */
export function renderSignOut(formToken: string): Page {
  return {
    title: 'Sign out',
    body: html`<h1>Sign out of this browser?</h1>
      ${form('/sign-out', formToken, button({ label: 'Sign out' }))}`,
  };
}
