import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecisionTree } from './decision-tree.ts';

const problems = (yaml: string) => readDecisionTree(yaml).problems.map(({ message }) => message);

describe('a decision tree', () => {
  test('is read with its steps by name, those written inside of answers too; Yes, 1 and true are words', () => {
    const { tree } = readDecisionTree(
      'start: a\nnodes:\n  a: { ask: Sure?, answers: { Yes: 1, No: { end: Stop. } } }\n  1: { end: true }',
    );
    expect(tree?.start).toBe('a');
    expect([...(tree?.steps ?? [])]).toEqual([
      ['a/No', { kind: 'end', text: 'Stop.' }],
      [
        'a',
        {
          kind: 'ask',
          question: 'Sure?',
          answers: [
            { label: 'Yes', target: '1' },
            { label: 'No', target: 'a/No' },
          ],
        },
      ],
      ['1', { kind: 'end', text: 'true' }],
    ]);
  });

  test('a loop with a way out is fine', () => {
    expect(
      problems('start: a\nnodes:\n  a: { ask: Again?, answers: { Y: a, N: b } }\n  b: { end: Done }'),
    ).toEqual([]);
  });

  test.each([
    ['no start', 'nodes: { a: { end: x } }', 'has no start'],
    ['a start that is not there', 'start: b\nnodes: { a: { end: x } }', 'start names “b”'],
    ['no nodes', 'start: a', 'has no nodes'],
    ['a target that is not there', 'start: a\nnodes: { a: { ask: q, answers: { y: zz } } }', 'leads to “zz”'],
    [
      'a loop without an end',
      'start: a\nnodes:\n  a: { ask: q, answers: { y: b } }\n  b: { ask: q, answers: { y: a } }',
      'no way leads to an end',
    ],
    [
      'a node that nothing leads to',
      'start: a\nnodes: { a: { end: x }, b: { end: y } }',
      'No answer leads to node “b”',
    ],
    [
      'a node that both asks and ends',
      'start: a\nnodes: { a: { ask: q, end: x } }',
      'either ask with answers, or end',
    ],
    ['an unknown field', 'start: a\nnodes: { a: { end: x, colour: red } }', 'has “colour”'],
    ['an unknown field at the top', 'start: a\ntitle: T\nnodes: { a: { end: x } }', 'has no “title”'],
    ['two nodes of a name', 'start: a\nnodes:\n  a: { end: x }\n  a: { end: y }', 'no valid YAML'],
    ['no mapping', '- a', 'no mapping'],
    ['broken YAML', 'start: [', 'no valid YAML'],
    ['an alias', 'start: a\nnodes: { a: &x { end: y }, b: *x }', 'Anchors and aliases'],
    ['nothing', '', 'no mapping'],
  ])('with %s is told why and how', (_name, yaml, expected) => {
    expect(readDecisionTree(yaml).tree).toBeNull();
    expect(problems(yaml).join(' ')).toContain(expected);
  });

  test('a problem names its line of the block', () => {
    const yaml = 'start: a\nnodes:\n  a: { ask: q, answers: { y: b } }\n  b: { end: x }\n  c: { end: x }';
    expect(readDecisionTree(yaml).problems).toMatchObject([{ linesBelow: 5 }]);
  });

  test.each([
    ['brackets in brackets', '['.repeat(16_000)],
    ['braces in braces', '{a: '.repeat(4000)],
    ['lists in lists', '- '.repeat(8000)],
    ['keys in keys', '? '.repeat(8000)],
    ['mappings in mappings', Array.from({ length: 170 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['aliases of aliases', 'a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nstart: *c'],
    ['names of the prototype', 'start: __proto__\nnodes: { __proto__: { end: x }, constructor: { end: y } }'],
    ['too long', 'a'.repeat(16_001)],
  ])('hostile YAML is refused without harm: %s', (_name, yaml) => {
    expect(readDecisionTree(yaml).problems.length).toBeGreaterThan(0);
    expect(Object.hasOwn(Object.prototype, 'end')).toBe(false);
  });

  test('no text makes it throw', () => {
    const piece = fc.constantFrom(
      'start: ',
      'nodes:',
      '\n',
      '  ',
      'a',
      ': ',
      '{',
      '}',
      '[',
      ']',
      ',',
      '&x ',
      '*x',
      '"',
      '- ',
      '? ',
      '|',
      '>',
      '!!str ',
      '#',
      'end',
      'ask',
      'answers',
      '<<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { tree, problems: found } = readDecisionTree(pieces.join(''));
        expect(tree === null).toBe(found.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
