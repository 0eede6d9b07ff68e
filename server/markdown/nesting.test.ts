import fc from 'fast-check';
import type { Nodes } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { createDirectiveDepth } from './directive-depth.ts';
import { nestsTooDeep } from './nesting.ts';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkDirective).freeze();

/** How deep directives lie within each other in what the parser makes of a text. */
function depthOf(node: Nodes): number {
  const below = 'children' in node ? Math.max(0, ...node.children.map(depthOf)) : 0;
  return below + (node.type === 'containerDirective' ? 1 : 0);
}

const ENDS = [':::', '::::', ':::::', ' :::', '     :::', '\t:::', '> :::', '  :::'];
const BEGINNINGS = [
  ':::a',
  '::::a',
  ':::::a',
  ' :::a',
  '> :::a',
  '  :::a',
  ':::a b',
  ':::a[b]',
  ':::a{b=c}',
  ':::é',
];
const CODE = ['```', '````', '~~~', ' ```', '  ```', '> ```', '- ```', '``` a`', '    ```'];
const OTHERS = [
  '',
  'text',
  '- item',
  '> quote',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '[a]: b',
  '| a |',
  '| - |',
  '  text',
];
const LINES = [...ENDS, ...BEGINNINGS, ...BEGINNINGS, ...CODE, ...CODE, ...OTHERS];

const EXAMPLE = ':::note\n';
const fenced = (text: string, fence = '```') => `${fence}md\n${text}${fence}\n\n`;

describe('a text that nests too deep', () => {
  it('has more than eight directives within each other', () => {
    expect(nestsTooDeep(EXAMPLE.repeat(8))).toBe(false);
    expect(nestsTooDeep(EXAMPLE.repeat(9))).toBe(true);
  });

  it('has not: directives in fenced code, which shows how to write them', () => {
    for (const fence of ['```', '~~~~'])
      expect(nestsTooDeep(fenced(EXAMPLE.repeat(9), fence) + fenced(EXAMPLE.repeat(9), fence))).toBe(false);
    expect(nestsTooDeep(`::::tabs\n:::tab[One]\n${fenced(EXAMPLE.repeat(9))}:::\n::::\n`)).toBe(false);
    expect(nestsTooDeep(fenced('> > > > > > > > > > quoted\n'))).toBe(false);
  });

  it('has, after code has ended or where it only looks like code', () => {
    const deep = EXAMPLE.repeat(9);
    for (const before of [
      '```\ncode\n```\n',
      '```\ncode\n~~~\n```\n',
      '````\ncode\n```\n````\n',
      '<!--\n```\n-->\n',
      '<div>\n```\n</div>\n\n',
      '``` a`b\n',
      ':::note\n```\n:::\n',
      '- item\n\n  ```\n',
      '> ```\n',
      '- ```\n',
      '    ```\n\n',
      `\`\`\`${'x'.repeat(300)}\`\n`,
      '```\n:::note b c\n:::\n```\n',
    ])
      expect([before, nestsTooDeep(before + deep)]).toEqual([before, true]);
  });

  it.each([
    ['::::a\n:::\n'],
    [':::a\n> :::\n'],
    [':::a\n     :::\n'],
    [`:::a\n:::${' '.repeat(300)}x\n`],
    [':::a\r'],
    [':::é\n'],
    [':::1\n'],
  ])('has, when nothing ends what is begun: %j', (unit) => {
    expect(nestsTooDeep(unit.repeat(9))).toBe(true);
  });

  it('is never taken for one that does not: no depth is found smaller than the parser makes it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES), { maxLength: 20 }), (lines) => {
        const text = lines.join('\n');
        const depth = createDirectiveDepth();
        const found = Math.max(0, ...lines.map((line) => depth.after(line.trimEnd(), true)));
        expect(found).toBeGreaterThanOrEqual(depthOf(parser.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('is found in time that grows with its length only', () => {
    const text = '::::a\n```\n:::\n'.repeat(100_000);
    const begun = process.cpuUsage();
    expect(nestsTooDeep(text)).toBe(true);
    expect(nestsTooDeep(`\`\`\`\n${text.replaceAll('```\n', '')}`)).toBe(false);
    // In microseconds of the processor: what else the machine does is not counted.
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });
});
