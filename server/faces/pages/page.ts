import { assetPath, type PageAssetName } from './page-assets.ts';
import { html, type Html } from './html.ts';

/** A page before it is sent. */
export interface Page {
  /** What the tab says, in front of the program's name. */
  title: string;
  body: Html;
  /** A script of our own that the page works better with. */
  script?: PageAssetName;
  /** What this page looks like beyond what all pages share. */
  style?: PageAssetName;
  /** Set where the address itself is a secret: no request ever names it, not even one to us (security U5). */
  hasSecretAddress?: boolean;
  /** Room for more than a form, such as a list. */
  isWide?: boolean;
}

/** `assets/icons/source/icon-small.svg`, within the page itself: a page with a secret address asks for nothing. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%231f5f5b'/%3E%3Cpath d='M5 8H11.500Q16 8 16 12V27Q16 23.500 11.500 23.500H5Z' fill='%23fff'/%3E%3Cpath d='M27 8H20.500Q16 8 16 12V27Q16 23.500 20.500 23.500H27Z' fill='%239fd3cc'/%3E%3C/svg%3E";

/** The whole document of a page: one centred card below our name (security P6: no inline script or style). */
export function renderPage(page: Page): string {
  const { title, body, script, style, hasSecretAddress = false, isWide = false } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Commonplace</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="${hasSecretAddress ? 'no-referrer' : 'same-origin'}" />
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${assetPath('stylesheet')}" />
        ${style === undefined ? null : html`<link rel="stylesheet" href="${assetPath(style)}" />`}
        ${script === undefined ? null : html`<script type="module" src="${assetPath(script)}"></script>`}
      </head>
      <body>
        <header class="wordmark">${SIGN}<span>Commonplace</span></header>
        <main class="${isWide ? 'card wide' : 'card'}">${body}</main>
      </body>
    </html> `.markup;
}

/** The same drawing, above the card. */
const SIGN = html`<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="7" fill="#1f5f5b" />
  <path d="M5 8H11.500Q16 8 16 12V27Q16 23.500 11.500 23.500H5Z" fill="#fff" />
  <path d="M27 8H20.500Q16 8 16 12V27Q16 23.500 20.500 23.500H27Z" fill="#9fd3cc" />
</svg>`;
