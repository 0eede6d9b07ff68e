import { imageTypeSchema } from '../../domain/image-type.ts';
import type { AppError } from '../../errors.ts';
import { button, notice } from '../pages/components.ts';
import { html, type Html } from '../pages/html.ts';
import type { Page } from '../pages/page.ts';

/** What an open link's page shows. */
export interface OpenLinkView {
  document_title: string;
  space_name: string;
  minted_by: string;
  seconds_left: number;
  limit_bytes: number;
}

/** Where a picture went. */
export interface UploadedView {
  document_title: string;
  space_name: string;
  message: string;
}

const MEGABYTE = 1024 * 1024;
const MINUTE = 60;
/** With these alone an iPhone hands over its HEIC photos as JPEG. */
const ACCEPTED = imageTypeSchema.options.join(',');

/**
 * The page that takes a picture. The form at its top is all that a browser without scripts needs; the script hides it
 * and shows the rest.
 *
 * @param problem why the file that was sent last was refused
 */
export function renderOpenLink(view: OpenLinkView, problem?: AppError): Page {
  // Never broken over two lines.
  const limit = `${Math.floor(view.limit_bytes / MEGABYTE)}\u00a0MB`;
  return {
    title: 'Add a picture',
    script: 'upload-script',
    style: 'upload-style',
    hasSecretAddress: true,
    body: html`<h1 id="headline" tabindex="-1">Add a picture</h1>
      <p class="lead" id="where">
        to <strong class="target">${view.document_title}</strong> in ${view.space_name}
      </p>
      <div id="notices">${problem === undefined ? null : problemNotice(problem)}</div>
      ${plainForm(limit)}${chooser(limit)}${preview()}${sending()}
      <p class="status" id="status" role="status"></p>
      <p
        class="aside"
        id="terms"
        data-seconds-left="${view.seconds_left}"
        data-limit-bytes="${view.limit_bytes}"
      >
        ${view.minted_by} gave you this link. It takes one picture and works for
        ${remaining(view.seconds_left)}.
      </p>`,
  };
}

function problemNotice({ message, hint }: AppError): Html {
  return notice(
    'problem',
    html`<p>${message}</p>
      ${hint === undefined ? null : html`<p>${hint}</p>`}`,
  );
}

function remaining(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE);
  return minutes === 1 ? 'one more minute' : `${minutes} more minutes`;
}

function plainForm(limit: string): Html {
  return html`<form id="plain" method="post" enctype="multipart/form-data">
    <div class="field">
      <label for="picture">Picture</label>
      <p class="hint" id="picture-hint">PNG, JPEG, GIF or WebP, up to ${limit}</p>
      <input
        class="file"
        id="picture"
        name="picture"
        type="file"
        accept="${ACCEPTED}"
        required
        aria-describedby="picture-hint"
      />
    </div>
    ${button({ label: 'Send picture' })}
  </form>`;
}

function chooser(limit: string): Html {
  return html`<section id="chooser" aria-labelledby="headline" hidden>
    <div class="drop" id="drop">
      ${PICTURE}
      <p class="drop-words">Drop a picture here, or paste it</p>
      <label class="button main camera" for="camera">
        <input class="file-input" id="camera" type="file" accept="image/*" capture="environment" />
        <span>Take a photo</span>
      </label>
      <label class="button main choose" for="choose">
        <input class="file-input" id="choose" type="file" accept="${ACCEPTED}" />
        <span>Choose a picture</span>
      </label>
      <p class="hint">PNG, JPEG, GIF or WebP. A photo above ${limit} is made smaller first.</p>
    </div>
  </section>`;
}

function preview(): Html {
  return html`<figure id="chosen" hidden>
      <img id="thumbnail" alt="The picture that will be sent" />
      <figcaption class="hint" id="file-name"></figcaption>
    </figure>
    <section id="preview" aria-labelledby="headline" hidden>
      <p class="notice" id="smaller" role="status"></p>
      <button class="button main" id="send" type="button">Send picture</button>
      <button class="button quiet" id="change" type="button">Choose another</button>
    </section>`;
}

function sending(): Html {
  return html`<section id="sending" aria-labelledby="headline" hidden>
    <div class="progress">
      <label for="progress" id="progress-words">Sending</label>
      <output id="percent" for="progress">0 %</output>
      <progress id="progress" max="100" value="0"></progress>
    </div>
    <button class="button quiet" id="cancel" type="button">Cancel</button>
  </section>`;
}

export function renderUploaded({ document_title, space_name, message }: UploadedView): Page {
  return {
    title: 'Your picture has arrived',
    style: 'upload-style',
    hasSecretAddress: true,
    body: html`<div class="outcome">
      ${DONE}
      <h1>Your picture has arrived</h1>
      <p>${message}</p>
      <p class="path">
        <span>${space_name}</span> <span aria-hidden="true">›</span> <strong>${document_title}</strong>
      </p>
      <p class="hint">You can close this page.</p>
    </div>`,
  };
}

/** "An expired or used link makes the page say so and accept no file" (specification, upload link states). */
export function renderClosedLink({ message, hint, details }: AppError): Page {
  return {
    title: 'Upload link',
    style: 'upload-style',
    hasSecretAddress: true,
    body: html`<div class="outcome">
      ${signOf(details?.['state'])}
      <h1>${message}</h1>
      ${hint === undefined ? null : html`<p class="lead">${hint}</p>`}
    </div>`,
  };
}

const PICTURE = sign(
  'sign',
  48,
  html`<rect x="6" y="9" width="36" height="30" rx="5" />
    <circle cx="17" cy="19" r="3.5" />
    <path d="M7 35l10.5-9.5a3 3 0 0 1 4 0L28 31l4.6-4.4a3 3 0 0 1 4.1 0L42 31.5" />`,
);

const TICK = html`<circle cx="24" cy="24" r="19" /> <path d="M15.5 24.5l6 6 11.5-12.5" />`;
const DONE = sign('sign done', 56, TICK);
const USED = sign('sign', 56, TICK);

const EXPIRED = sign('sign', 56, html`<circle cx="24" cy="24" r="19" /> <path d="M24 13.5V24l6.5 5" />`);

const CLOSED = sign('sign', 56, html`<circle cx="24" cy="24" r="19" /> <path d="M15.5 24h17" />`);

/** @param state of the link; none when it is unknown */
function signOf(state: unknown): Html {
  if (state === 'used') return USED;
  return state === 'expired' ? EXPIRED : CLOSED;
}

/** @param size in pixels, square */
function sign(className: string, size: number, drawing: Html): Html {
  return html`<svg
    class="${className}"
    viewBox="0 0 48 48"
    width="${size}"
    height="${size}"
    aria-hidden="true"
    focusable="false"
  >
    ${drawing}
  </svg>`;
}
