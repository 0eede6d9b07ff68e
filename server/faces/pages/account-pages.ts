import { button, facts, field, form, hidden, linkButton, notice } from './components.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page.ts';
import type { Problem } from './problem.ts';
import { problemNotice } from './sign-in-page.ts';

interface Person {
  username: string;
  name: string;
  role: string;
}

interface SessionLine {
  id: string;
  device: string;
  ip: string | null;
  created_at: string;
  last_seen_at: string;
  is_current: boolean;
}

export interface AccountView {
  formToken: string;
  workspaceName: string;
  person: Person;
  sessions: readonly SessionLine[];
  hasPassword: boolean;
  /** Said above everything, e.g. what was just done. */
  message: string | undefined;
}

/** Who is signed in, where, and how to end that. */
export function renderAccount(view: AccountView): Page {
  const { formToken, workspaceName, person, sessions, hasPassword, message } = view;
  return {
    title: 'Your account',
    isWide: true,
    style: 'list-style',
    body: html`<h1>Your account</h1>
      ${message === undefined ? null : notice('info', message)}
      ${facts([
        ['Name', person.name],
        ['Username', person.username],
        ['Role', person.role],
        ['Workspace', workspaceName],
      ])}
      <div class="actions">
        ${linkButton(hasPassword ? 'Change password' : 'Set a password', '/account/password', 'quiet')}
        ${form('/sign-out', formToken, button({ label: 'Sign out', look: 'quiet' }))}
      </div>
      <h2>Where you are signed in</h2>
      <ul class="rows">
        ${sessions.map((session) => sessionRow(session, formToken))}
      </ul>
      ${
        sessions.length > 1
          ? form(
              '/account/sessions/end-others',
              formToken,
              button({ label: 'Sign out everywhere else', look: 'danger' }),
            )
          : null
      }
      <p class="aside"><a href="/">To the pages of ${workspaceName}</a></p>`,
  };
}

function sessionRow(
  { id, device, ip, created_at, last_seen_at, is_current }: SessionLine,
  token: string,
): Html {
  return html`<li>
    <div>
      <p>
        <strong>${device}</strong>${is_current ? html` <span class="tag calm">this browser</span>` : null}
      </p>
      <p class="hint">
        ${ip === null ? null : html`${ip} · `}${
          is_current ? html`since ${time(created_at)}` : html`last seen ${time(last_seen_at)}`
        }
      </p>
    </div>
    ${
      is_current
        ? null
        : form(
            '/account/sessions/end',
            token,
            html`${hidden('id', id)}<button
                class="button quiet"
                type="submit"
                aria-label="Sign out ${device}"
              >
                Sign out
              </button>`,
          )
    }
  </li>`;
}

/** A stored time to the minute; the server does not know the reader's time zone. */
function time(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** The form for a new password. */
export function renderChangePassword(view: {
  formToken: string;
  person: Person;
  hasPassword: boolean;
  problem?: Problem | undefined;
}): Page {
  const { formToken, person, hasPassword, problem } = view;
  const title = hasPassword ? 'Change password' : 'Set a password';
  return {
    title,
    body: html`<h1>${title}</h1>
      <p class="lead">All your other browsers are signed out by it. Connected apps stay connected.</p>
      ${problemNotice(problem)}
      ${form(
        '/account/password',
        formToken,
        html`${usernameField(person.username)}
        ${
          hasPassword
            ? field({
                name: 'current_password',
                label: 'Current password',
                type: 'password',
                autocomplete: 'current-password',
                error: problem?.fields['current_password'],
                isFirst: true,
              })
            : null
        }
        ${newPasswordFields(problem, !hasPassword)} ${button({ label: title })}`,
      )}
      <p class="aside"><a href="/account">Back to your account</a></p>`,
  };
}

/** What a new member sees first. */
export function renderInvitation(view: {
  formToken: string;
  /** Path of the invitation itself. */
  action: string;
  workspaceName: string;
  person: Person;
  problem?: Problem | undefined;
}): Page {
  const { formToken, action, workspaceName, person, problem } = view;
  return {
    title: `Welcome to ${workspaceName}`,
    body: html`<h1>Welcome to ${workspaceName}</h1>
      <p class="lead">You were invited as ${roleInWords(person.role)}. Choose a password, and you are in.</p>
      ${problemNotice(problem)}
      ${form(
        action,
        formToken,
        html`${usernameField(person.username)}
        ${field({
          name: 'name',
          label: 'Your name',
          hint: 'As others see it',
          autocomplete: 'name',
          value: person.name,
          error: problem?.fields['name'],
          maxLength: 100,
        })}
        ${newPasswordFields(problem, true)} ${button({ label: 'Join' })}`,
      )}`,
  };
}

/** An invitation that was used, is over, or never was. */
export function renderVoidInvitation(): Page {
  const title = 'This invitation is not valid';
  return {
    title,
    body: html`<h1>${title}</h1>
      <p role="alert">It may have been used, or be over: it works once and for seven days.</p>
      <p class="hint">If you have used it, sign in. Otherwise ask whoever sent it for another.</p>
      ${linkButton('Sign in', '/sign-in')}`,
  };
}

const roleInWords = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

/** Password managers save a password together with the name that stands beside it. */
function usernameField(username: string): Html {
  return field({
    name: 'username',
    label: 'Username',
    autocomplete: 'username',
    value: username,
    isReadOnly: true,
  });
}

function newPasswordFields(problem: Problem | undefined, isFirst = false): Html {
  return html`${field({
    name: 'password',
    isFirst,
    label: 'New password',
    type: 'password',
    hint: 'At least 12 characters. A few unrelated words make a good one.',
    autocomplete: 'new-password',
    error: problem?.fields['password'],
  })}
  ${field({
    name: 'password_again',
    label: 'New password again',
    type: 'password',
    autocomplete: 'new-password',
    error: problem?.fields['password_again'],
  })}`;
}
