import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import { parseMarkdown } from './parse.ts';
import { placeParagraph } from './place-paragraph.ts';

const URL = '/attachments/att_7bd2k0v9xq4m/pump.png';
const PICTURE = `![The pump](${URL})`;
const place = (text: string, where: 'top' | 'append') => finish(placeParagraph(text, PICTURE, where));

function countImages(node: Nodes): number {
  if (node.type === 'image') return node.url === URL ? 1 : 0;
  if (!('children' in node)) return 0;
  return node.children.reduce((count, child) => count + countImages(child), 0);
}

/** Whether a rich block stands around the picture: in tabs it would be no tab. */
function isInBlock(node: Nodes): boolean {
  if (node.type === 'richBlock') return countImages(node) > 0;
  return 'children' in node && node.children.some(isInBlock);
}

/** Whether a text is another one with the picture and line ends around it put in, and nothing else. */
function isAdded(before: string, after: string): boolean {
  const at = after.indexOf(PICTURE);
  const [above, below] = [after.slice(0, at), after.slice(at + PICTURE.length)];
  const starts = [0, 1, 2, 4].filter((cut) => /^[\r\n]*$/.test(above.slice(above.length - cut)));
  const ends = [0, 1, 2, 4].filter((cut) => /^[\r\n]*$/.test(below.slice(0, cut)));
  return starts.some((start) =>
    ends.some((end) => above.slice(0, above.length - start) + below.slice(end) === before),
  );
}

function expectShown(before: string, after: string): void {
  expect(isAdded(before, after)).toBe(true);
  const tree = parseMarkdown(after);
  expect([countImages(tree), isInBlock(tree)]).toEqual([1, false]);
}

describe('a picture at the end', () => {
  test.each([
    ['', PICTURE],
    ['Text', `Text\n\n${PICTURE}`],
    ['Text\n', `Text\n\n${PICTURE}`],
    ['Text\r\nmore', `Text\r\nmore\r\n\r\n${PICTURE}`],
    ['- a\n- b', `- a\n- b\n\n${PICTURE}`],
    ['```js\na\n```', `\`\`\`js\na\n\`\`\`\n\n${PICTURE}`],
    ['- a\n  ```\n  b', `- a\n  \`\`\`\n  b\n\n${PICTURE}`],
    ['> ```\n> b', `> \`\`\`\n> b\n\n${PICTURE}`],
    ['<details>\n<summary>a</summary>\n\nb', `<details>\n<summary>a</summary>\n\nb\n\n${PICTURE}`],
  ])('of %j stands there', (text, expected) => {
    expect(place(text, 'append')).toEqual({ text: expected, notice: null });
    expectShown(text, expected);
  });

  test.each([
    ['a\n\n```js\ncode\n\nmore', `a\n\n${PICTURE}\n\n\`\`\`js\ncode\n\nmore`, 'a code fence', 3],
    ['a\n~~~\ncode', `a\n\n${PICTURE}\n\n~~~\ncode`, 'a code fence', 2],
    ['```\ncode', `${PICTURE}\n\n\`\`\`\ncode`, 'a code fence', 1],
    ['- a\n  ```\n  b\n```\nc', `- a\n  \`\`\`\n  b\n\n${PICTURE}\n\n\`\`\`\nc`, 'a code fence', 4],
    ['a\n\n<!-- note\n\nb', `a\n\n${PICTURE}\n\n<!-- note\n\nb`, 'an HTML comment or tag', 3],
    ['a\r\n\r\n<pre>\r\n\r\nb', `a\r\n\r\n${PICTURE}\r\n\r\n<pre>\r\n\r\nb`, 'an HTML comment or tag', 3],
    ['a\n\n:::note\n\nb', `a\n\n${PICTURE}\n\n:::note\n\nb`, 'a ::: block', 3],
    ['::::tabs\n:::tab[A]\nb\n:::\n', `${PICTURE}\n\n::::tabs\n:::tab[A]\nb\n:::\n`, 'a ::: block', 1],
    ['<details>\n\n<!-- a\n</details>', `${PICTURE}\n\n<details>\n\n<!-- a\n</details>`, 'a ::: block', 1],
    [':::note\n```\n\nb', `${PICTURE}\n\n:::note\n\`\`\`\n\nb`, 'a ::: block', 1],
  ])('of %j stands above what nothing closes, and that is said', (text, expected, name, line) => {
    const placed = place(text, 'append');
    expect(placed.text).toBe(expected);
    expect(placed.notice).toBe(
      `The text ends in ${name} that nothing closes (line ${line}), in which it would not be shown; it stands above that.`,
    );
    expectShown(text, placed.text);
  });

  test('of a long text is found without parsing all of it', () => {
    const page = '# Title\n\nSome words about it.\n\n- a\n- b\n\n```js\ncode();\n\nmore();\n```\n\n';
    const long = page.repeat(1000);
    expect(place(long, 'append')).toEqual({ text: `${long}${PICTURE}`, notice: null });
    const open = `${long}<!-- open\n\n${page.repeat(500)}`;
    const placed = place(open, 'append');
    expect(placed.notice).toContain(`line ${long.split('\n').length}`);
    expect(placed.text).toBe(`${long}${PICTURE}\n\n${open.slice(long.length)}`);
  });
});

describe('a picture at the top', () => {
  test.each([
    ['', PICTURE],
    ['Text', `${PICTURE}\n\nText`],
    ['---\ntitle: Pump\ntags: [a]\n---\n\nText', `---\ntitle: Pump\ntags: [a]\n---\n\n${PICTURE}\n\nText`],
    ['---\ntitle: Pump\n---\nText', `---\ntitle: Pump\n---\n\n${PICTURE}\n\nText`],
    ['---\r\ntitle: Pump\r\n---\r\nText', `---\r\ntitle: Pump\r\n---\r\n\r\n${PICTURE}\r\n\r\nText`],
    ['---\n\nA break, no front matter.\n\n---\n', `${PICTURE}\n\n---\n\nA break, no front matter.\n\n---\n`],
    ['---\n{broken: [\n---\nText', `${PICTURE}\n\n---\n{broken: [\n---\nText`],
    ['\ufeffText', `\ufeff\n\n${PICTURE}\n\nText`],
  ])('of %j stands below its front matter', (text, expected) => {
    expect(place(text, 'top')).toEqual({ text: expected, notice: null });
    expectShown(text, expected);
  });
});

const PIECES = [
  'a',
  'words of some length, and more of them',
  '\n',
  '\n\n',
  '\n\n',
  '\r\n',
  ' ',
  '    ',
  '\t',
  '```',
  '````js\n',
  '~~~\n',
  '`',
  ':::note\n',
  ':::note[Title]\n',
  '::::tabs\n',
  ':::tab[A]\n',
  ':::unknown\n',
  ':::\n',
  '::::\n',
  '::video[x]{src="https://youtu.be/ID"}\n',
  '- ',
  '1. ',
  '> ',
  '<details>\n',
  '<summary>S</summary>\n',
  '</details>\n',
  '<!--',
  '-->',
  '<pre>',
  '</pre>',
  '<script>\n',
  '<?php ',
  '?>',
  '<![CDATA[',
  ']]>',
  '<div>\n',
  '# h\n',
  '---\n',
  '===\n',
  '| a | b |\n| - | - |\n',
  '[^1]: ',
  '[a]: /b "',
  '![',
  '\\',
  '$$\n',
  '---\ntitle: x\n---\n',
];

test.each(['top', 'append'] as const)(
  'whatever the text: placed at %s the parsed document has the picture exactly once, all other text stays',
  (where) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expectShown(text, place(text, where).text);
      }),
      { numRuns: 500 },
    );
  },
);

const BLOCKS = [
  'Words of some length, and `more` of them <b>here</b>.\n',
  '# Heading\n\nWords.\n',
  '- a\n- b\n\n  ```\n  c\n  ```\n',
  '> quote\n> ~~~\n> code\n',
  '```js\ncode();\n\n<!--\n```\n',
  '~~~~\n```\n~~~~\n',
  '<!-- a comment\n\n```\n-->\n',
  '<details>\n<summary>S</summary>\n\nWords.\n\n</details>\n',
  ':::note[Title]\nWords.\n:::\n',
  '| a | b |\n| - | - |\n| c | d |\n',
  '<pre>\n\n# no heading\n</pre>\n',
];
/** What opens a block, with the mark that would end it. */
const OPENINGS = [
  ['', 'nothing ends it'],
  ['```\n', '```'],
  ['~~~\n', '~~~'],
  ['<!-- open\n', '-->'],
  ['<pre>\n', '</pre>'],
  [':::note\n', ':::\n'],
] as const;

test('of long texts too, wherever in them a block begins that nothing closes', () => {
  const blocks = fc.array(fc.constantFrom(...BLOCKS), { minLength: 40, maxLength: 80 });
  fc.assert(
    fc.property(blocks, fc.constantFrom(...OPENINGS), blocks, (above, [opening, ending], below) => {
      const rest = below.filter((block) => !block.includes(ending));
      const text = [above.join('\n'), opening + rest.join('\n')].join('\n');
      const placed = place(text, 'append');
      expectShown(text, placed.text);
      expect(placed.notice !== null).toBe(opening !== '');
    }),
    { numRuns: 10 },
  );
});
