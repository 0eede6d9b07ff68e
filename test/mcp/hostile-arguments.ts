import * as fc from 'fast-check';
import { HOSTILE_TEXTS } from './hostile-workspace.ts';

/** A tool's `inputSchema`, as far as calls are made up from it. */
export interface InputSchema {
  properties?: Record<string, { enum?: string[] }>;
  required?: string[];
}

const WRONG_TYPES: fc.Arbitrary<unknown> = fc.constantFrom(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [[]],
  [null],
  ['a', 7],
  { $ref: '#' },
  { toString: 'x', length: 3 },
);

const ODD_TEXTS = fc.constantFrom(
  '',
  ' ',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  'https://evil.example/documents/doc_00000000000',
  'doc_00000000000',
  'deck_00000000000',
  'a\0b',
  'a\uD800b',
  'a\u0007\u001B[31mb',
  '\u2028',
  'x'.repeat(5000),
  '😀'.repeat(400),
  ...HOSTILE_TEXTS,
);

/** Longer than any text may be. */
const HUGE = fc.constant('x'.repeat(2_100_000));

const UNKNOWN_NAMES = fc.constantFrom(
  'colour',
  'constructor',
  'hasOwnProperty',
  'toString',
  'Id',
  'x'.repeat(300),
  'a\0b\nc\u202E',
  '\u{E0049}',
  '',
  'mark down',
);

/** How one argument may be sent: not at all, as it should be, and as it should not. */
interface Ways {
  isLeftOut: boolean;
  fitting: unknown;
  odd: unknown;
}

function waysOf(schema: { enum?: string[] }, good: unknown, isRequired: boolean): fc.Arbitrary<Ways> {
  return fc.record({
    isLeftOut: fc.nat({ max: 9 }).map((roll) => (isRequired ? roll === 0 : roll < 7)),
    fitting: good === undefined ? fc.constantFrom(...(schema.enum ?? ['plain'])) : fc.constant(good),
    odd: fc.oneof(
      { weight: 12, arbitrary: ODD_TEXTS },
      { weight: 8, arbitrary: WRONG_TYPES },
      { weight: 1, arbitrary: HUGE },
    ),
  });
}

/**
 * Calls of one tool: right in all but one or two arguments, so that every rule is reached, or wrong in each; some with
 * an argument that the tool does not know. `good` holds values that fit, by the argument’s name.
 */
export function hostileArguments(
  { properties = {}, required = [] }: InputSchema,
  good: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(properties);
  const ways = Object.fromEntries(
    names.map((name) => [name, waysOf(properties[name] ?? {}, good[name], required.includes(name))]),
  );
  const wrong = fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    { weight: 6, arbitrary: fc.subarray(names, { maxLength: Math.min(2, names.length) }) },
    { weight: 1, arbitrary: fc.constant(names) },
  );
  const unknown = fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(UNKNOWN_NAMES, fc.oneof(ODD_TEXTS, WRONG_TYPES)) },
  );
  return fc.tuple(fc.record(ways), wrong, unknown).map(([sent, wrongly, extra]) => {
    const fields = names.flatMap((name): [string, unknown][] => {
      const way = sent[name];
      if (way === undefined || (way.isLeftOut && !wrongly.includes(name))) return [];
      return [[name, wrongly.includes(name) ? way.odd : way.fitting]];
    });
    return Object.fromEntries(extra === null ? fields : [...fields, extra]);
  });
}
