import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, test } from 'vitest';
import { nestsTooDeep } from './nesting.ts';
import { parseMarkdown } from './parse.ts';
import { wordsOf, type BlockContent, type RichBlock } from './rich-block.ts';

function blocksOf(node: Nodes): RichBlock[] {
  const inside = 'children' in node ? node.children.flatMap((child) => blocksOf(child)) : [];
  return node.type === 'richBlock' ? [node, ...inside] : inside;
}

const contents = (markdown: string): BlockContent[] =>
  blocksOf(parseMarkdown(markdown)).map(({ content }) => content);

describe('rich blocks (decisions §2)', () => {
  test('a GitHub alert is a callout of its kind, in any case; info is note, danger is caution', () => {
    expect(contents('> [!WARNING]\n> Stop.')).toEqual([{ block: 'callout', kind: 'warning', title: null }]);
    expect(contents('> [!tip]\n> Go.\n>\n> - on')).toEqual([{ block: 'callout', kind: 'tip', title: null }]);
    expect(contents(':::info[Read me]\nx\n:::')).toEqual([
      { block: 'callout', kind: 'note', title: 'Read me' },
    ]);
    expect(contents(':::danger\nx\n:::')).toEqual([{ block: 'callout', kind: 'caution', title: null }]);
  });

  test('the marker of an alert is not part of its text', () => {
    const [callout] = blocksOf(parseMarkdown('> [!NOTE]\n> One **two**.'));
    expect(callout && wordsOf(callout)).toBe('One two.');
  });

  test('a quote that only mentions a marker stays a quote', () => {
    expect(contents('> Write [!NOTE] first.')).toEqual([]);
  });

  test('tabs hold their tabs, and blocks stand within tabs', () => {
    expect(
      contents('::::tabs\n:::tab[A]\n- [ ] x\n:::\n:::tab[B]\n> [!NOTE]\n> y\n:::\n::::').map(
        ({ block }) => block,
      ),
    ).toEqual(['tabs', 'tab', 'checklist', 'tab', 'callout']);
  });

  test('details are an accordion, written as directive or as HTML, nested and opened', () => {
    expect(contents(':::details[Why?]{open}\nx\n:::')).toEqual([
      { block: 'accordion', title: 'Why?', isOpen: true },
    ]);
    expect(
      contents('<details>\n<summary>A <b>c</b></summary>\n\n> [!NOTE]\n> x\n\n</details>').map(
        ({ block }) => block,
      ),
    ).toEqual(['accordion', 'callout']);
    expect(
      contents('<details><summary>One line</summary>- [ ] x</details>').map(({ block }) => block),
    ).toEqual(['accordion', 'checklist']);
    for (const before of ['', '<!-- c -->\n', '<!-- c -->\n\n', '\n'])
      expect(contents(`<details>\n${before}<summary>**A**</summary>\n\nx\n\n</details>`)).toEqual([
        { block: 'accordion', title: 'A', isOpen: false },
      ]);
    const nested =
      '<details>\n<summary>A</summary>\n\n<details>\n<summary>B</summary>\n\nx\n\n</details>\n\n</details>\n\nend';
    expect(contents(nested)).toHaveLength(2);
    expect(parseMarkdown(nested).children).toHaveLength(2);
  });

  test('only a list in which every item has a box is a checklist', () => {
    expect(contents('- [ ] a\n- [x] b')).toEqual([{ block: 'checklist' }]);
    expect(contents('- [ ] a\n- b')).toEqual([]);
  });

  test('a bare link to a video is a video only when it stands alone', () => {
    const src = 'https://www.loom.com/share/0123';
    expect(contents(`Look:\n\n${src}\n\nDone.`)).toEqual([{ block: 'video', src, title: null }]);
    expect(contents(`Look: ${src}`)).toEqual([]);
    expect(contents('https://example.com/watch')).toEqual([]);
    expect(contents(`[${src}](${src})`)).toEqual([]);
  });

  test('a table filters unless it stands in :::plain', () => {
    const table = '| a | b |\n| - | - |\n| 1 | 2 |';
    expect(contents(table)).toEqual([{ block: 'table', isFilterable: true }]);
    expect(contents(`:::plain\n${table}\n:::`)).toEqual([
      { block: 'plain' },
      { block: 'table', isFilterable: false },
    ]);
  });

  test('a quiz has its questions with what is right', () => {
    const [quiz] = contents(':::quiz[First?]\n- [x] a\n- [ ] b\n\nSecond?\n\n- [ ] c\n- [x] d\n:::');
    const questions = quiz?.block === 'quiz' ? quiz.questions : [];
    expect(
      questions.map(({ prompt, answers }) => [
        prompt.map((node) => wordsOf(node)).join(),
        answers.map(({ content, isRight }) => [content.map((node) => wordsOf(node)).join(), isRight]),
      ]),
    ).toEqual([
      [
        '',
        [
          ['a', true],
          ['b', false],
        ],
      ],
      [
        'Second?',
        [
          ['c', false],
          ['d', true],
        ],
      ],
    ]);
  });

  test('a directive that is no block stays text, and what stands inside is read', () => {
    const markdown = ':::unknown[T]{a=b}\n> [!NOTE]\n> x\n:::\n\n::nope';
    const root = parseMarkdown(markdown);
    expect(
      root.children.map((node) => (node.type === 'richBlock' ? node.content.block : wordsOf(node))),
    ).toEqual([':::unknown[T]{a=b}', 'callout', ':::', '::nope']);
  });
});

describe('ordinary prose', () => {
  test.each([
    'Reach host:port at 12:30, a:b, :smile: and :x[y]{z}.',
    'std::vector<int>::iterator it; a::b',
    'if a < b and c > d then [e] or {f} (g)',
    'C:\\Users\\ada and http://[::1]:7420/',
    'Note: this. Ratio 3:1. 10:00–11:00. ::',
    'key:value[0] {curly} #tag @name',
  ])('%s: keeps every colon, bracket and angle bracket', (line) => {
    const root = parseMarkdown(line);
    expect(blocksOf(root)).toEqual([]);
    const [paragraph] = root.children;
    const { start, end } = paragraph?.position ?? {};
    expect(line.slice(start?.offset, end?.offset)).toBe(line);
    expect(paragraph && wordsOf(paragraph)).toBe(line.replaceAll(/\\(?=[[\]<>:])/g, ''));
  });

  const word = fc.constantFrom(
    'host:port',
    'a:b',
    '12:30',
    ':x',
    'y:',
    '::',
    'z::w',
    '[e]',
    '(g)',
    '{f}',
    'a<b',
    '< c',
    'd >',
    ':[k]',
    ':k{l}',
    'plain',
    'é😀',
    '"q"',
    ';',
  );

  test('of any words with colons and brackets no character is lost or changed', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const line = `Say ${words.join(' ')}.`;
        const root = parseMarkdown(line);
        expect(root.children.map((node) => node.type)).toEqual(['paragraph']);
        expect(root.children.map((node) => wordsOf(node)).join('')).toBe(line);
      }),
      { numRuns: 300 },
    );
  });

  test('top-level nodes are slices of the source, in order, with nothing but blanks in between', () => {
    const block = fc.constantFrom(
      'Say host:port.',
      '> [!NOTE]\n> x',
      ':::note\nx\n:::',
      ':::odd\nx\n:::',
      '::odd',
      '- [ ] a',
      '| a |\n| - |',
      '```mermaid\nx\n```',
      '<details><summary>s</summary>\n\nx\n\n</details>',
      '# H',
      'https://youtu.be/abc',
      '***',
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const markdown = blocks.join('\n\n');
        let at = 0;
        for (const { position } of parseMarkdown(markdown).children) {
          const { start, end } = position!;
          expect(markdown.slice(at, start.offset).trim()).toBe('');
          expect(markdown.slice(0, start.offset).split('\n')).toHaveLength(start.line);
          at = end.offset!;
        }
        expect(markdown.slice(at).trim()).toBe('');
      }),
      { numRuns: 200 },
    );
  });

  test('long rules and drawings in characters are no nesting', () => {
    for (const line of [
      '-'.repeat(80),
      `+${'-'.repeat(20)}+`,
      '**********',
      '- - - - - - - - - - -',
      '> ----------',
    ])
      expect(nestsTooDeep(`${line}\n\nText.`)).toBe(false);
    expect(nestsTooDeep('> > > > > > > > > a')).toBe(true);
    expect(nestsTooDeep('1. 1. 1. 1. 1. 1. 1. 1. 1. a')).toBe(true);
  });

  test('a text that nests too deep comes back as it is', () => {
    const markdown = ':::note\n'.repeat(3000);
    expect(parseMarkdown(markdown).children.map((node) => wordsOf(node))).toEqual([markdown]);
  });
});
