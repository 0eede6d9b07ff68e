import { FORM_TOKEN } from './form-token.ts';
import { html, type Html, type HtmlValue } from './html.ts';

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'password' | 'email';
  /** Tells password managers what belongs here (HTML, "Autofill"). */
  autocomplete: string;
  value?: string | undefined;
  /** What is expected, below the label. */
  hint?: string | undefined;
  /** What is wrong with the value, read out with the field. */
  error?: string | undefined;
  /** The one field of a page that a person starts with. */
  isFirst?: boolean;
  isRequired?: boolean;
  /** Shown, and sent for password managers, but not to be changed. */
  isReadOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  /** For codes and usernames, which a phone must not correct. */
  isVerbatim?: boolean;
}

/** A labelled input with its hint and its error. */
export function field(options: Field): Html {
  const { name, label, type = 'text', autocomplete, value, hint, error, isRequired = true } = options;
  const about = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`];
  const described = about.filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${flags(options, isRequired)}${value === undefined ? null : html` value="${value}"`}${described === '' ? null : html` aria-describedby="${described}"`}${error === undefined ? null : html` aria-invalid="true"`}
    />
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

function flags({ isFirst, isVerbatim, isReadOnly, minLength, maxLength }: Field, isRequired: boolean): Html {
  return html`${isRequired ? html` required` : null}${isFirst ? html` autofocus` : null}${isReadOnly ? html` readonly` : null}${
    isVerbatim ? html` autocapitalize="none" autocorrect="off" spellcheck="false"` : null
  }${minLength === undefined ? null : html` minlength="${minLength}"`}${
    maxLength === undefined ? null : html` maxlength="${maxLength}"`
  }`;
}

/** Never what a person typed: a value that a page has made. */
export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

export interface Button {
  label: string;
  /** `main` is the one thing to do; `equal` stands beside another of its weight. */
  look?: 'main' | 'equal' | 'quiet' | 'danger';
  name?: string;
  value?: string;
}

export function button({ label, look = 'main', name, value }: Button): Html {
  return html`<button
    class="button ${look}"
    type="submit"
    ${name === undefined ? null : html` name="${name}" value="${value ?? ''}"`}
  >
    ${label}
  </button>`;
}

export function linkButton(label: string, href: string, look: Button['look'] = 'main'): Html {
  return html`<a class="button ${look}" href="${href}">${label}</a>`;
}

/** A message above everything else of a page; a problem is read out at once. */
export function notice(kind: 'info' | 'warning' | 'problem', text: HtmlValue): Html {
  return html`<div class="notice ${kind}" ${kind === 'problem' ? html` role="alert"` : null}>${text}</div>`;
}

/** Names and what belongs to them. */
export function facts(rows: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export interface Choice {
  value: string;
  label: string;
  hint: string;
}

/** One of several, each with a sentence. */
export function choices(legend: string, name: string, options: readonly Choice[], chosen: string): Html {
  return html`<fieldset class="choices">
    <legend>${legend}</legend>
    ${options.map(
      ({ value, label, hint }) =>
        html`<label class="choice"
          ><input
            type="radio"
            name="${name}"
            value="${value}"
            ${value === chosen ? html` checked` : null}
          /><span><strong>${label}</strong><span class="hint">${hint}</span></span></label
        >`,
    )}
  </fieldset>`;
}

/**
 * The frame of every form: it sends back what proves that it came from our page.
 *
 * @param action null sends it to the page's own address. Only then does the browser keep what stands there behind the
 *   `#`, which no server sees, and takes it along to wherever the answer leads (HTML, "form submission"; Fetch,
 *   "HTTP-redirect fetch").
 */
export function form(action: string | null, formToken: string, content: HtmlValue): Html {
  const target = action === null ? null : html` action="${action}"`;
  return html`<form method="post" ${target}>${hidden(FORM_TOKEN, formToken)}${content}</form>`;
}

/** A way on that reads as a link and, unlike one, takes along what stands behind the `#` of the page's address. */
export function wayOn(label: string, fields: Readonly<Record<string, string | undefined>>): Html {
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [hidden(name, value)],
  );
  return html`<form method="get">${sent}<button class="link" type="submit">${label}</button></form>`;
}
