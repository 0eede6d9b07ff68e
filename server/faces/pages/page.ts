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

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%231f5f5b'/%3E%3Cpath d='M7 6h4a1 1 0 0 1 1 1v11a2 2 0 0 0-2-2H7zM17 6h-4a1 1 0 0 0-1 1v11a2 2 0 0 1 2-2h3z' fill='%23fff'/%3E%3C/svg%3E";

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
        <header class="wordmark">${MARK}<span>Commonplace</span></header>
        <main class="${isWide ? 'card wide' : 'card'}">${body}</main>
      </body>
    </html> `.markup;
}

const MARK = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
  <path
    d="M4 4.5h5.5A2.5 2.5 0 0 1 12 7v13a2.5 2.5 0 0 0-2.5-2.5H4zM20 4.5h-5.5A2.5 2.5 0 0 0 12 7v13a2.5 2.5 0 0 1 2.5-2.5H20z"
  />
</svg>`;
