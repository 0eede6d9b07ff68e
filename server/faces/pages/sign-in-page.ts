import { COMMAND } from '../../command-name.ts';
import { button, field, form, hidden, notice, wayOn } from './components.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page.ts';
import type { Problem } from './problem.ts';

interface SignInView {
  formToken: string;
  workspaceName: string;
  /** A path of ours, where to go then. */
  returnTo: string | undefined;
  problem?: Problem | undefined;
}

/** The sign-in form. */
export function renderSignIn(view: SignInView & { username?: string | undefined }): Page {
  const { formToken, workspaceName, returnTo, problem, username } = view;
  const isKnown = username !== undefined && username !== '';
  return {
    title: 'Sign in',
    body: html`<h1>Sign in to ${workspaceName}</h1>
      ${problemNotice(problem)}
      ${form(
        null,
        formToken,
        html`${returnField(returnTo)}
        ${field({
          name: 'username',
          label: 'Username',
          autocomplete: 'username',
          value: username,
          isVerbatim: true,
          isFirst: !isKnown,
          maxLength: 64,
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          isFirst: isKnown,
        })}
        ${button({ label: 'Sign in' })}`,
      )}
      <div class="aside">
        No password? ${wayOn('Use a one-time code', { with: 'code', return_to: returnTo })}
      </div>`,
  };
}

/** The form for a code that the owner of the workspace has made. */
export function renderSignInCode({ formToken, workspaceName, returnTo, problem }: SignInView): Page {
  return {
    title: 'Use a one-time code',
    body: html`<h1>Use a one-time code</h1>
      <p class="lead">
        The owner of ${workspaceName} can make one for you at its machine: in the app under Spaces and people,
        or with
        <code>${COMMAND} user sign-in-code</code>. It works once, for ten minutes.
      </p>
      ${problemNotice(problem)}
      ${form(
        null,
        formToken,
        html`${returnField(returnTo)}
        ${field({
          name: 'code',
          label: 'One-time code',
          autocomplete: 'one-time-code',
          hint: 'Ten letters and figures, like 7Q3KD-M9XTA',
          isVerbatim: true,
          isFirst: true,
        })}
        ${button({ label: 'Sign in' })}`,
      )}
      <div class="aside">${wayOn('Use a password instead', { with: 'password', return_to: returnTo })}</div>`,
  };
}

const returnField = (returnTo: string | undefined): Html | null =>
  returnTo === undefined ? null : hidden('return_to', returnTo);

/** What was wrong with the last try, above the form. */
export function problemNotice(problem: Problem | undefined): Html | null {
  if (problem?.message === undefined) return null;
  return notice(
    'problem',
    html`<p>${problem.message}</p>
      ${problem.hint === undefined ? null : html`<p>${problem.hint}</p>`}`,
  );
}
