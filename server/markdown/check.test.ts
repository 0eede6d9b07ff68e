import { describe, expect, test } from 'vitest';
import { newId } from '../domain/identifier.ts';
import { finish } from '../sliced-work.ts';
import { checkMarkdown, type CheckContext } from './check.ts';

const known = newId('document');
const absent = newId('document');
const image = newId('attachment');
const CONTEXT: CheckContext = {
  resolves: (id) => id === known,
  resolvesImage: (id) => id === image,
};
const check = (markdown: string) => finish(checkMarkdown(markdown, CONTEXT));
const found = (markdown: string) => check(markdown).map(({ code, line }) => `${code} ${line}`);

describe('write-time checks', () => {
  test.each([
    ['prose with colons', 'At 12:30 host:port a::b std::x :y[z]{w}\n\nnote: ::\n'],
    ['a heading, and # in code', '# One\n\n```sh\n# two\n```\n\n    # three\n\n- ```\n  # four\n  ```\n'],
    [
      'code about blocks',
      '````markdown\n:::odd\n::embed{src="http://x"}\n![](x)\n````\n\n`:::odd` and `![](x)`\n',
    ],
    [
      'a link that leads somewhere',
      `[a](/documents/${known}) [b](http://127.0.0.1:7420/documents/${known}#part)`,
    ],
    ['an address in code', `\`/documents/${absent}\``],
    ['an image with description', `![Pump](/attachments/${image}/pump.png) ![a](https://example.com/a.png)`],
    ['a fence in a quote that ends with it', '> ```js\n> x\n> ```\n\ntext'],
    ['blocks in lists', '- one\n\n  :::note\n  x\n\n  y\n  :::\n\n- two\n'],
    ['a directive in indented code', 'Write\n\n    :::note\n\nso.'],
    ['Windows line ends', ':::note\r\nx\r\n:::\r\n\r\n::::tabs\r\n:::tab[A]\r\nx\r\n:::\r\n::::\r\n'],
    ['blank lines in blocks', ':::details[T]\n\nx\n\n```js\ny\n\nz\n```\n\n:::\n'],
    ['nothing', ''],
  ])('%s: no warning', (_name, markdown) => {
    expect(check(markdown)).toEqual([]);
  });

  test.each([
    ['an unknown block', 'a\n\n:::not[T]\nx\n:::', ['unknown_block 3']],
    ['an unknown block of one line', '::odd[T]{a="b"}', ['unknown_block 1']],
    ['a title without brackets', ':::note Title\nx\n:::', ['invalid_block 1']],
    ['a space before the name', '::: note\nx\n:::', ['invalid_block 1']],
    ['two colons for three', '::note[T]', ['invalid_block 1']],
    ['three colons for two', ':::video[T]{src="https://youtu.be/a"}\n:::', ['invalid_block 1']],
    ['colons that close nothing', 'a\n\n:::\n\nb', ['invalid_block 3']],
    [
      'tabs with as many colons as their tabs',
      ':::tabs\n:::tab[A]\nx\n:::\n:::tab[B]\ny\n:::\n:::',
      ['unclosed_directive 2', 'invalid_block 5', 'invalid_block 8'],
    ],
    ['a tab without title', '::::tabs\n:::tab\nx\n:::\n::::', ['invalid_block 2']],
    [
      'an attribute that a block does not know',
      '::embed[S]{src="https://a.example" hight="3"}',
      ['invalid_block 1'],
    ],
    ['a height out of range', '::embed[S]{src="https://a.example" height="9"}', ['invalid_block 1']],
    ['an embed over http', '::embed[S]{src="http://a.example"}', ['insecure_embed 1']],
    ['an embed of a script', '::embed[S]{src="javascript:alert(1)"}', ['insecure_embed 1']],
    ['an embed with a sign-in', '::embed[S]{src="https://u:p@a.example"}', ['insecure_embed 1']],
    ['a video without address', '::video[S]', ['invalid_block 1']],
    ['a video of an unknown kind', '::video[S]{src="https://a.example/page"}', ['invalid_block 1']],
    ['an unknown kind of callout', '> [!FOO]\n> x', ['invalid_block 1']],
    ['a callout with text on its first line', '> [!NOTE] Hello', ['invalid_block 1', 'invalid_block 1']],
    ['an empty callout', '> [!NOTE]', ['invalid_block 1']],
    ['an accordion without title', '<details>\n\nx\n\n</details>', ['invalid_block 1']],
    ['an empty diagram', '```mermaid\n```', ['invalid_block 1']],
    ['a diagram of no kind', '```mermaid\nhello\n```', ['invalid_block 2']],
    ['PlantUML that includes', '```plantuml\n!include x\n```', ['invalid_block 1']],
    [
      'a decision tree with a dangling answer',
      '```decision\nstart: a\nnodes:\n  a: { ask: q, answers: { y: b } }\n```',
      ['invalid_block 4'],
    ],
    ['a quiz without right answer', ':::quiz\nQ?\n- [ ] a\n- [ ] b\n:::', ['invalid_block 1']],
    ['a quiz without boxes', ':::quiz\nQ?\n- a\n- b\n:::', ['invalid_block 1']],
    ['a quiz without question', ':::quiz\n- [x] a\n- [ ] b\n:::', ['invalid_block 1']],
    ['plain without table', ':::plain\nx\n:::', ['invalid_block 1']],
    ['a link to a document that is not there', `a\n[b](/documents/${absent})`, ['broken_link 2']],
    ['an image that is not there', 'a\n![Pump](/attachments/att_x/pump.png)', ['broken_image 2']],
    [
      'an image by reference',
      `![Pump][r]\n\n[r]: /attachments/${newId('attachment')}/pump.png`,
      ['broken_image 3'],
    ],
    ['a link to no id', '[b](/documents/doc_nonsense)', ['broken_link 1']],
    ['a link by reference', `[b][r]\n\n[r]: /documents/${absent}`, ['broken_link 3']],
    ['an image without description', 'a\n\n- x ![](a.png)', ['missing_alt 3']],
    ['a second title', '# a\n\nb\n\n# c\n\nd\n===', ['second_title 5', 'second_title 7']],
    ['a fence that nothing closes', 'a\n\n```js\nb\n\nc', ['unclosed_fence 3']],
    ['a fence in a list that nothing closes', '- a\n\n  ```mermaid\n  pie\n', ['unclosed_fence 3']],
    ['a fence in a block that nothing closes', ':::note\n```js\nx\n:::', ['unclosed_fence 2']],
    ['a block that nothing closes', 'a\n\n:::note\nx\n\n![](y)', ['unclosed_directive 3', 'missing_alt 6']],
  ])('%s', (_name, markdown, expected) => {
    expect(found(markdown)).toEqual(expected);
  });

  test('a block within tabs of many pages is checked at its line', () => {
    const tab = `:::tab[A]\n${'Long prose that needs no check at all.\n'.repeat(200)}\n![](x)\n:::\n`;
    const markdown = `::::tabs\n${tab}${tab}::::\n`;
    expect(markdown.length).toBeGreaterThan(15_000);
    expect(found(markdown)).toEqual(['missing_alt 204', 'missing_alt 408']);
  });

  test('a message says what is wrong and what to write, in one line of bounded length', () => {
    expect(check(':::not[T]\nx\n:::')).toEqual([
      {
        code: 'unknown_block',
        line: 1,
        message: 'There is no block “not”; it stays plain text. Did you mean “note”?',
      },
    ]);
    const [warning] = check(`::embed[S]{${'x'.repeat(2000)}=1 src="https://a.example"}`);
    expect(warning?.message.length).toBeLessThan(300);
  });

  test.each([
    [':::note Title here\nx\n:::', ':::note[Title here]'],
    [':::note [Title]\nx\n:::', ':::note[Title]'],
    ['::: note\nx\n:::', ':::note'],
    [':::details Why? {open}\nx\n:::', ':::details[Why?]{open}'],
    ['::::tabs\n:::tab macOS\nx\n:::\n::::', ':::tab[macOS]'],
    ['::video Reset {src="https://youtu.be/x"}', '::video[Reset]{src="https://youtu.be/x"}'],
    [':::note A [b] c\nx\n:::', ':::note[Title]'],
  ])('a title without brackets is not read; the warning says exactly what to write: %j', (written, line) => {
    expect(check(written).map(({ message }) => message)).toContain(
      `This line is not read as a block: a title stands in brackets, without spaces around. Write ${line} alone on its line.`,
    );
  });

  test('a title as an attribute is not read either', () => {
    expect(check(':::note{title="Hey"}\nx\n:::').map(({ message }) => message)).toEqual([
      'A title stands in brackets: “note[Title]”, no attribute.',
    ]);
  });

  test('of many warnings the first 50 are told, and where the check stopped', () => {
    const warnings = check('![](x)\n\n'.repeat(1000));
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toMatchObject({ code: 'not_checked', line: 101 });
  });

  test('the same text gives the same warnings', () => {
    const markdown = ':::odd\n\n# a\n\n# b\n\n![](c)\n'.repeat(20);
    expect(check(markdown)).toEqual(check(markdown));
  });
});
