import { cleanAppName, isHostOf, knownAppIn } from '../../domain/app-name.ts';
import type { Scope } from '../../domain/personal-token.ts';
import { redirectTarget, type RedirectTarget } from '../../domain/redirect-target.ts';
import { TRUST_LEVEL_WORDS } from '../../domain/trust-level-words.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../domain/trust-level.ts';
import { button, choices, facts, form, notice } from './components.ts';
import { html, type Html } from './html.ts';
import type { Page } from './page.ts';

/** What a person must know before they let an app in (security O6). */
export interface ConsentView {
  /** Path that the form posts to: `decision` (`allow`, `deny`), `trust_level`, and the form token. */
  action: string;
  /** Binds the form to this browser and session, see `createForms`. */
  formToken: string;
  app: {
    /** As registered; it is cleaned here. */
    name: string;
    /** Host of the client metadata document, or null for an app that registered itself. */
    identityHost: string | null;
    redirectUri: string;
  };
  account: { username: string; name: string; role: string };
  workspaceName: string;
  /** What the app asks for. Without `write` there is nothing to choose. */
  scopes: readonly Scope[];
  /** Chosen at first. */
  trustLevel: TrustLevel;
}

/** Asks a person whether an app may act for them, in words that an honest person understands. */
export function renderConsent(view: ConsentView): Page {
  const { app, account, workspaceName } = view;
  const name = cleanAppName(app.name);
  const target = redirectTarget(app.redirectUri);
  return {
    title: `Allow ${name}?`,
    isWide: true,
    style: 'list-style',
    body: html`<h1>Allow “<bdi>${name}</bdi>” into ${workspaceName}?</h1>
      ${warnings(name, app.identityHost, target)}
      ${facts([
        ['Who asks', html`<bdi>${name}</bdi> <span class="tag">unverified</span>`],
        [
          'Identity',
          app.identityHost === null
            ? 'It registered itself'
            : html`<span class="address">${hostInAscii(app.identityHost)}</span>`,
        ],
        ['Goes back to', place(target)],
        ['Acts as', html`${account.name} (${account.username}, ${account.role})`],
      ])}
      ${form(view.action, view.formToken, question(view))}
      <p class="aside">
        You can change this or disconnect the app at any time. It never learns your password.
        <br />Not ${account.name}? Choose Deny, then <a href="/sign-out">sign out</a>.
      </p>`,
  };
}

function question({ scopes, trustLevel }: ConsentView): Html {
  // The first button is what the Enter key presses.
  const answers = html`<div class="actions">
    ${button({ label: 'Deny', look: 'equal', name: 'decision', value: 'deny' })}
    ${button({ label: 'Allow', look: 'equal', name: 'decision', value: 'allow' })}
  </div>`;
  if (!scopes.includes('write')) {
    return html`<h2>What it may do</h2>
      <p>${TRUST_LEVEL_WORDS.read.description} It asks for no more.</p>
      <input type="hidden" name="trust_level" value="read" />
      ${answers}`;
  }
  const levels = TRUST_LEVELS.map((value) => {
    const { label, description } = TRUST_LEVEL_WORDS[value];
    return { value, label, hint: description };
  });
  return html`${choices('What it may do', 'trust_level', levels, trustLevel)} ${answers}`;
}

function place({ kind, host }: RedirectTarget): Html {
  const address = html`<span class="address">${host}</span>`;
  if (kind === 'web') return address;
  return kind === 'loopback'
    ? html`${address}, a program on your own computer`
    : html`${address}, whichever program on your device opens such addresses`;
}

/** The strongest thing to say about a request comes first. */
function warnings(name: string, identityHost: string | null, target: RedirectTarget): Html {
  const known = knownAppIn(name);
  const isAtHome = known !== undefined && target.kind === 'web' && isHostOf(known, target.host);
  return html`${known && !isAtHome ? notice('warning', nameWarning(known.name, target)) : null}
  ${
    !known && target.kind !== 'web'
      ? notice(
          'warning',
          'Allow it only if you have just started this yourself, in a program on your own device.',
        )
      : null
  }
  ${
    !known && target.kind === 'web' && identityHost === null
      ? notice(
          'info',
          html`Nobody has verified what this app is. Allow it only if you know
            <span class="address">${target.host}</span> and have just come from there.`,
        )
      : null
  }
  ${isAtHome ? notice('info', html`It goes back to <span class="address">${target.host}</span>, an address of ${known.name}. Allow it only if you have just come from there.`) : null}`;
}

function nameWarning(known: string, { kind, host }: RedirectTarget): Html {
  if (known === 'Commonplace') {
    return html`It uses the name of this program, but it is not part of it. Allow it only if you know who made
    it.`;
  }
  const claim = html`Anybody can take a name like ${known}’s.`;
  return kind === 'web'
    ? html`${claim} This one goes back to <span class="address">${host}</span>, which is not an address of
        ${known} that we know. If you did not expect this, choose Deny.`
    : html`${claim} This one goes back to a program on your own device. Allow it only if you have just started
      it there yourself.`;
}

/** So that letters of other alphabets cannot pass for Latin ones. */
function hostInAscii(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).host : cleanAppName(host);
}
