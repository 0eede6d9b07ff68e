import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html } from './html.ts';

describe('"escape": a value is text, never markup', () => {
  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onfocus="alert(1)', '&quot; onfocus=&quot;alert(1)'],
    ["' x='", '&#39; x=&#39;'],
    ['`', '&#96;'],
    ['&lt;', '&amp;lt;'],
  ])('%s', (value, expected) => {
    expect(html`<p title="${value}">${value}</p>`.markup).toBe(`<p title="${expected}">${expected}</p>`);
  });

  test('whatever it is, no character of it can end an attribute or begin a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const [, inside = ''] = /^<p title="([\s\S]*)">$/.exec(html`<p title="${value}"></p>`.markup) ?? [];
        expect(inside).not.toMatch(/[<>"'`]/);
        expect(inside.replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&');
      }),
    );
  });

  test('markup that a template made is kept, alone or in a list; what is absent leaves nothing', () => {
    const items = ['<', '2'].map((item) => html`<li>${item}</li>`);
    const page = html`<i>${items}</i>${null}${undefined}${false}${7}`;
    expect(page.markup).toBe('<i><li>&lt;</li><li>2</li></i>7');
  });

  test('an object that looks like finished markup, e.g. from JSON, is refused', () => {
    const forged: unknown = JSON.parse('{"markup":"<b>"}');
    expect(() => html`${forged as ReturnType<typeof html>}`).toThrow(TypeError);
  });
});
