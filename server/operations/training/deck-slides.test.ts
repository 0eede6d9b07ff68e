import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../sliced-work.ts';
import { questionsOf, slidesOf as slidesInSlices } from './deck-slides.ts';

const slidesOf = (markdown: string) => finish(slidesInSlices(markdown));

const QUIZ = `:::quiz
Which valve comes first?

- [ ] The red one
- [x] The blue one
:::
`;

describe('slides: "by headings or `---`"', () => {
  it('begin at headings of level 1 and 2 and behind each ruler', () => {
    const { slides } = slidesOf('Intro.\n\n# One\n\nA.\n\n### Detail\n\nB.\n\n---\n\nC.\n\n## Two\n\nD.\n');
    expect(slides.map(({ title, markdown }) => [title, markdown])).toEqual([
      [null, 'Intro.'],
      ['One', '# One\n\nA.\n\n### Detail\n\nB.'],
      [null, 'C.'],
      ['Two', '## Two\n\nD.'],
    ]);
  });

  it('are not divided by code, by rich blocks, or by the underline of a heading', () => {
    const text = [
      '```\n# Code\n\n---\n```',
      ':::details[Why?]\n\n## Inside\n\n---\n:::',
      'A heading\n---',
      '| a |\n| --- |',
    ].join('\n\n');
    expect(slidesOf(text).slides).toEqual([{ title: null, markdown: text, questions: [] }]);
  });

  it('are never empty', () => {
    expect(slidesOf('').slides).toEqual([]);
    expect(slidesOf('\n\n---\n\n---\n\nText\n\n---\n').slides).toHaveLength(1);
  });
});

describe('questions: "`:::quiz` with a task list, `[x]` = right"', () => {
  it('leave the text of their slide', () => {
    const { slides, problems } = slidesOf(`## Valves\n\nRead this.\n\n${QUIZ}\nAnd this.\n`);
    expect(problems).toEqual([]);
    expect(slides).toEqual([
      {
        title: 'Valves',
        markdown: '## Valves\n\nRead this.\n\n\nAnd this.',
        questions: [
          {
            number: 1,
            prompt: 'Which valve comes first?',
            options: [
              { text: 'The red one', right: false },
              { text: 'The blue one', right: true },
            ],
          },
        ],
      },
    ]);
  });

  it('may be asked by the block’s title, with a text or without', () => {
    const options = '- [x] Yes\n- [ ] No\n:::\n';
    const asked = (quiz: string) => questionsOf(slidesOf(`${quiz}\n${options}`))[0]?.prompt;
    expect(asked(':::quiz[Ready?]')).toBe('Ready?');
    expect(asked(':::quiz[Ready?]\nThink of *all*.\n')).toBe('Ready?\n\nThink of *all*.');
  });

  it('several may stand in one block, with options of several lines', () => {
    const text = ':::quiz\nFirst?\n- [x] A\n  and more\n- [ ] B\n\nSecond?\n\n1. [X] C\n2. [x] D\n:::\n';
    expect(questionsOf(slidesOf(text))).toEqual([
      {
        number: 1,
        prompt: 'First?',
        options: [
          { text: 'A\nand more', right: true },
          { text: 'B', right: false },
        ],
      },
      {
        number: 2,
        prompt: 'Second?',
        options: [
          { text: 'C', right: true },
          { text: 'D', right: true },
        ],
      },
    ]);
  });

  it.each([
    [':::quiz\nWhich?\n- [ ] A\n- [ ] B\n:::', /no right answer/],
    [':::quiz\nWhich?\n- [x] A\n:::', /at least two/],
    [':::quiz\nWhich?\n:::', /no answers/],
    [':::quiz\n:::', /no answers/],
    [':::quiz\n- [x] A\n- [ ] B\n:::', /no text/],
    [':::quiz\nWhich?\n- [x] A\n- [ ]\n:::', /no box|at least two/],
    [':::quiz\nWhich?', /no answers/],
    [`:::quiz\n${'> '.repeat(20)}Which?\n- [x] A\n- [ ] B\n:::`, /cannot be read/],
    [`:::quiz\n${'Which? '.repeat(2000)}\n- [x] A\n- [ ] B\n:::`, /cannot be read/],
  ])('that nobody can answer are named: %j', (text, problem) => {
    expect(slidesOf(text).problems[0]).toEqual({ question: 1, problem: expect.stringMatching(problem) });
  });

  it('that would hold up everybody else while they are read are not read: the quiz is to be divided', () => {
    const heavy = `${'![a '.repeat(1000)}${'](x)'.repeat(1000)}`;
    for (const body of [heavy, '- [ ] an option\n'.repeat(600)]) {
      const { problems } = slidesOf(`:::quiz\nWhich?\n${body}\n- [x] A\n- [ ] B\n:::`);
      expect(problems).toEqual([{ question: 1, problem: expect.stringContaining('divide it') }]);
    }
  });

  it('in code are examples, and no questions', () => {
    expect(questionsOf(slidesOf(`\`\`\`md\n${QUIZ}\`\`\`\n`))).toEqual([]);
  });

  it('inside of another block are questions all the same: what is right never stands in a slide', () => {
    const { slides } = slidesOf(`::::details[Try]\n\n${QUIZ}\n::::\n`);
    expect(questionsOf({ slides })).toHaveLength(1);
    expect(slides[0]?.markdown).not.toContain('[x]');
  });

  it('the slides are the same whatever is marked as right: property', () => {
    const options = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });
    const write = (marks: readonly boolean[]) =>
      `# One\n\n:::quiz\nWhich?\n${marks.map((right, index) => `- [${right ? 'x' : ' '}] Option ${index}\n`).join('')}:::\n`;
    const shown = (text: string) => slidesOf(text).slides.map(({ title, markdown }) => [title, markdown]);
    fc.assert(
      fc.property(options, (marks) => {
        expect(shown(write(marks))).toEqual(shown(write(marks.map((right) => !right))));
      }),
    );
  });

  it('are found in any text without fault: property', () => {
    const line = fc.constantFrom(
      ':::quiz',
      ':::',
      '# A',
      '---',
      '',
      '- [x] a',
      '- [ ] b',
      'text',
      '```',
      '  more',
      '::::quiz[x]',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const show = slidesOf(lines.join('\n'));
        expect(questionsOf(show).map(({ number }) => number)).toEqual(
          questionsOf(show).map((_, index) => index + 1),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
