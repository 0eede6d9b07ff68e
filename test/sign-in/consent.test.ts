import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cleanAppName } from '../../server/domain/app-name.ts';
import { renderConsent, type ConsentView } from '../../server/faces/pages/consent-page.ts';
import { renderPage } from '../../server/faces/pages/page.ts';
import { launchBrowser } from '../browser/launch.ts';
import { pageProblems } from './page-checks.ts';

const CSS = ['page', 'lists'].map((name) =>
  readFileSync(new URL(`../../assets/pages/${name}.css`, import.meta.url), 'utf8'),
);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function view(app: Partial<ConsentView['app']> = {}, more: Partial<ConsentView> = {}): ConsentView {
  return {
    action: '/api/oauth/interaction/x',
    formToken: 'token',
    app: { name: 'My notes', identityHost: null, redirectUri: 'https://notes.example/cb', ...app },
    account: { username: 'ada', name: 'Ada Lovelace', role: 'editor' },
    workspaceName: 'Our Kitchen',
    scopes: ['read', 'write'],
    trustLevel: 'review',
    ...more,
  };
}

/** The page with its styles inside, as it needs no server then. */
const standalone = (consent: ConsentView): string =>
  renderPage(renderConsent(consent))
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', `<style>${CSS.join('\n')}</style></head>`);

const wordsOf = (consent: ConsentView): string =>
  renderConsent(consent)
    .body.markup.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

describe('"consent that an honest person understands" (security O6)', () => {
  test('says who asks, that nobody has verified it, where it goes back to, and as whom it acts', () => {
    const words = wordsOf(view());
    expect(words).toContain('Allow “ My notes ” into Our Kitchen?');
    expect(words).toContain('unverified');
    expect(words).toContain('It registered itself');
    expect(words).toContain('notes.example');
    expect(words).toContain('Ada Lovelace (ada, editor)');
    expect(renderConsent(view()).body.markup).toContain('<a href="/sign-out">sign out</a>');
    expect(wordsOf(view({ identityHost: 'apps.exämple.com' }))).toContain('apps.xn--exmple-cua.com');
  });

  test('offers the four levels in words, the one that was meant chosen, and two answers of one weight', () => {
    const markup = renderConsent(view({}, { trustLevel: 'drafts' })).body.markup.replaceAll(/\s+/g, ' ');
    expect(
      [...markup.matchAll(/name="trust_level" value="(\w+)"( checked)? /g)].map(([, level, on]) => [
        level,
        on,
      ]),
    ).toEqual([
      ['read', undefined],
      ['drafts', ' checked'],
      ['review', undefined],
      ['full', undefined],
    ]);
    const answers = [...markup.matchAll(/<button\s+class="([^"]+)"[^>]*value="(\w+)"/g)];
    expect(answers.map(([, look, value]) => [look, value])).toEqual([
      ['button equal', 'deny'],
      ['button equal', 'allow'],
    ]);
  });

  test('an app that asks to read only gets nothing else to choose', () => {
    const { markup } = renderConsent(view({}, { scopes: ['read'], trustLevel: 'full' })).body;
    expect(markup).not.toContain('type="radio"');
    expect(markup).toContain('<input type="hidden" name="trust_level" value="read" />');
  });

  test.each([
    [
      'a known name that goes elsewhere',
      { name: 'Claude', redirectUri: 'https://evil.example/cb' },
      'not an address of Claude',
    ],
    [
      'one that only looks like it',
      { name: 'С\u04cfаudе', redirectUri: 'https://evil.example/cb' },
      'not an address of Claude',
    ],
    [
      'a known name on one’s own computer',
      { name: 'Claude Code', redirectUri: 'http://localhost:1/cb' },
      'just started it there yourself',
    ],
    ['our own name', { name: 'Commonplace' }, 'not part of it'],
    [
      'a program on one’s own computer',
      { redirectUri: 'http://127.0.0.1:7/cb' },
      'just started this yourself',
    ],
    ['a scheme that any program may claim', { redirectUri: 'cursor://x/y' }, 'just started this yourself'],
    ['an app that nobody knows', {}, 'Nobody has verified what this app is'],
    [
      'a known name at home',
      { name: 'Claude', redirectUri: 'https://claude.ai/cb' },
      'an address of Claude. Allow it only if',
    ],
  ])('warns of %s', (_what, app, words) => {
    expect(wordsOf(view(app))).toContain(words);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</h1><h1>Verified by Anthropic',
  '</title><script>alert(1)</script>',
  '<!-- ',
  ']]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  'Claude\n\nVerified: yes',
  'a\u202eedualC',
  '\u2066\u2067\u2068x\u2069',
  'x\u0000y\u001b[2Jz',
  '\u{e0041}\u{e0042}',
  'Z\u0336\u0337\u0338\u0334\u0335a\u0321\u0322\u0327lgo',
  '𝕮𝖑𝖆𝖚𝖉𝖊',
  'x'.repeat(50_000),
  '🦉'.repeat(5_000),
  ' ',
  'javascript:alert(1)',
  'https://claude.ai/',
  '﷽'.repeat(64),
];

describe('in Chromium', () => {
  test('hostile names are text and nothing else, and the page stays whole', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const happened: string[] = [];
    page.on('dialog', (dialog) => {
      happened.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('about:') && !request.url().startsWith('data:'))
        happened.push(request.url());
    });
    for (const name of HOSTILE) {
      const document = standalone(view({ name }));
      await page.setContent(document);
      const seen = await page.evaluate<{ name: string; strange: number; wide: boolean; controls: number }>(`({
        name: document.querySelector('h1 bdi').textContent,
        strange: document.querySelectorAll('script, img, iframe, [onerror], [onload], [onfocus], h1 ~ h1').length,
        wide: document.documentElement.scrollWidth > innerWidth,
        controls: document.querySelectorAll('button, input').length,
      })`);
      expect(seen).toEqual({ name: cleanAppName(name), strange: 0, wide: false, controls: 7 });
    }
    expect(happened).toEqual([]);
  });

  test.each([
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 320 },
    { colorScheme: 'light', width: 768 },
    { colorScheme: 'dark', width: 768 },
  ] as const)('axe-core finds nothing: $colorScheme, $width px wide', async ({ colorScheme, width }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 640 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const app of [
      {},
      { name: 'Claude', redirectUri: 'https://evil.example/cb' },
      { redirectUri: 'cursor://x' },
    ]) {
      const document = standalone(view(app));
      await page.setContent(document);
      expect(await pageProblems(page)).toEqual([]);
    }
  });
});
