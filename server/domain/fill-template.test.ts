import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts';
import { fillTemplate as fillInSlices } from './fill-template.ts';
import { outline } from './outline.ts';
import { finish } from '../sliced-work.ts';

const SCAFFOLD = `## Purpose

_Why._

## Steps

1. _First._

## Review

_Who._
`;

const fillTemplate = (scaffold: string, text: string) => finish(fillInSlices(scaffold, text));
const headingsOf = (markdown: string) => finish(outline(markdown)).map(({ title }) => title);

describe('a template filled with a text', () => {
  it('without a text is the scaffold as it is', () => {
    expect(fillTemplate(SCAFFOLD, '')).toBe(SCAFFOLD);
    expect(fillTemplate(SCAFFOLD, ' \n\t\n')).toBe(SCAFFOLD);
  });

  it('takes a text without headings as its first section', () => {
    expect(fillTemplate(SCAFFOLD, 'So that the kettle stays clean.')).toBe(
      '## Purpose\n\nSo that the kettle stays clean.\n\n## Steps\n\n1. _First._\n\n## Review\n\n_Who._\n',
    );
  });

  it('puts each section of the text in the place of the one with the same heading, in the scaffold’s order', () => {
    const filled = fillTemplate(SCAFFOLD, '## Review\n\nAda.\n\n## steps:\n\n1. Boil.\n');
    expect(filled).toBe('## Purpose\n\n_Why._\n\n## steps:\n\n1. Boil.\n\n## Review\n\nAda.\n\n');
  });

  it('knows a heading with other case, markup, number or punctuation', () => {
    for (const heading of ['## **steps**', '### 2. Steps', '# STEPS:', '## Steps ##']) {
      expect(headingsOf(fillTemplate(SCAFFOLD, `${heading}\n\nx`))).toHaveLength(3);
    }
  });

  it('keeps other sections where they stand in the text: behind the section before them', () => {
    const text =
      '## Purpose\n\nWhy.\n\n## Background\n\nLong ago.\n\n### Detail\n\nMore.\n\n## Review\n\nAda.\n';
    expect(headingsOf(fillTemplate(SCAFFOLD, text))).toEqual([
      'Purpose',
      'Background',
      'Detail',
      'Steps',
      'Review',
    ]);
  });

  it('of which no heading is the scaffold’s stands before the scaffold, whole', () => {
    const text = '# Kettle\n\nIntro.\n\n## History\n\nOld.\n';
    expect(fillTemplate(SCAFFOLD, text)).toBe(`${text}\n${SCAFFOLD}`);
  });

  it('uses words before the first section as an introduction when the text has that section too', () => {
    expect(fillTemplate(SCAFFOLD, 'Hello.\n\n## Purpose\n\nWhy.\n')).toMatch(
      /^Hello\.\n\n## Purpose\n\nWhy\.\n\n## Steps/,
    );
  });

  it('does not tear a rich block apart at headings inside of it', () => {
    for (const block of [
      ':::details[Why?]\n## Steps\n\nInside.\n:::\n',
      '::::tabs\n:::tab[One]\n## Steps\n:::\n::::\n',
      '<details>\n<summary>Why?</summary>\n\n## Steps\n\n</details>\n',
      '```md\n## Steps\n```\n',
      '<!--\n## Steps\n-->\n',
    ]) {
      expect(fillTemplate(SCAFFOLD, block)).toBe(SCAFFOLD.replace('_Why._\n', block));
    }
  });

  it.each(['```\ncode', '~~~js\n## Steps', ':::note\nText', '<details>\nText', '<!-- Text\n## Steps'])(
    'stands behind the scaffold when it ends inside an open block: %j',
    (text) => {
      expect(fillTemplate(SCAFFOLD, text)).toBe(`${SCAFFOLD}\n${text}`);
    },
  );

  it('takes a mark of a comment within a line for text, as Markdown does', () => {
    expect(fillTemplate(SCAFFOLD, 'Write `<!--` first.\n\n## Steps\n\nx\n')).toMatch(
      /^## Purpose\n\nWrite `<!--` first\.\n\n## Steps\n\nx\n\n## Review/,
    );
  });

  it('fits into a scaffold without headings and into an empty one', () => {
    expect(fillTemplate('Fixed words.', 'Mine.')).toBe('Fixed words.\n\nMine.');
    expect(fillTemplate('', '# Mine\n')).toBe('# Mine\n');
  });

  const line = fc.oneof(
    fc.constantFrom(
      '## Purpose',
      '# Steps',
      '### Review',
      '## Other',
      '```',
      ':::note',
      ':::',
      '<!--',
      '-->',
      '---',
      '',
      '\r',
      '- [ ] task',
      '<details>',
      '</details>',
      '    indented',
    ),
    fc.string({ maxLength: 20 }),
  );
  const markdown = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'));

  it('never loses a line of the text, however often it stands there: property', () => {
    fc.assert(
      fc.property(markdown, fc.oneof(fc.constant(SCAFFOLD), markdown), (text, scaffold) => {
        const left = countLines(fillTemplate(scaffold, text));
        for (const [words, count] of countLines(text))
          expect(left.get(words) ?? 0).toBeGreaterThanOrEqual(count);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps a text without headings byte for byte in one piece: property', () => {
    const plain = markdown.filter((text) => finish(outline(text)).length === 0 && text.trim() !== '');
    fc.assert(
      fc.property(plain, (text) => {
        expect(fillTemplate(SCAFFOLD, text)).toContain(text);
      }),
    );
  });

  it.each([
    ['headings', '## Purpose\n'.repeat(180_000)],
    ['paragraphs', 'a\n\n'.repeat(660_000)],
    ['open blocks', ':::note\n'.repeat(250_000)],
    ['open elements', '<details>\n\n'.repeat(180_000)],
  ])('of two million characters of %s is done in slices', (_name, text) => {
    const work = fillInSlices(SCAFFOLD, text);
    let slices = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) slices += 1;
    expect(step.value.length).toBeGreaterThanOrEqual(text.length);
    expect(slices).toBeGreaterThan(3);
  });
});

/** How often each line with words stands in a text. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of text.split('\n')) {
    if (words.trim() !== '') counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

describe('the built-in templates', () => {
  it('are the six that the decisions name', () => {
    expect(BUILT_IN_TEMPLATES.map(({ name }) => name)).toEqual([
      'SOP',
      'Runbook',
      'Policy',
      'How-to',
      'Meeting notes',
      'Decision record',
    ]);
  });

  it.each(BUILT_IN_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s has sections of its own names, and no level-1 heading, which the title is',
    (_name, { scaffold }) => {
      const headings = finish(outline(scaffold));
      expect(headings.length).toBeGreaterThan(4);
      expect(headings.every(({ level }) => level > 1)).toBe(true);
      expect(new Set(headings.map(({ anchor }) => anchor)).size).toBe(headings.length);
    },
  );
});
