import { z } from 'zod';
import { closestName } from './closest-name.ts';
import { compiledWhenOften } from './uncompiled.ts';

type Issue = z.core.$ZodRawIssue;

/** So many problems make one readable sentence; the rest shows when these are mended. */
const MOST_PROBLEMS = 5;
const LONGEST_NAME = 64;

/** What an input says, or what is wrong with it: a sentence of clauses such as `title: is required`. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  rawInput: unknown,
): { data: z.output<Schema> } | { problem: string } {
  const parsed = schema.safeParse(rawInput, { ...compiledWhenOften(schema), error: describeIssue });
  return parsed.success
    ? { data: parsed.data }
    : { problem: describeProblems(parsed.error.issues).join('; ') };
}

/** Up to five clauses, for callers to read. */
function describeProblems(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues
    .flatMap(ofMeantOption)
    .slice(0, MOST_PROBLEMS)
    .map(({ code, path, message, of = [] }) => {
      // Keys that are unknown are named by their own message.
      if (code === 'unrecognized_keys') return [...of.map(String), message].join('.');
      const name = fieldName([...of, ...path]);
      return name === '' ? `The input ${message}.` : `${name}: ${message}`;
    });
}

/** A problem, and the path of the field that it was found in when an option of a union has it. */
type Problem = z.core.$ZodIssue & { of?: readonly PropertyKey[] };

/** Of a union that takes several kinds, the problems of the only option that takes what was sent, when there is one. */
function ofMeantOption(issue: z.core.$ZodIssue): Problem[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((problems) => !problems.some(isOfOtherKind));
  const [only = [], ...others] = meant;
  if (only.length === 0 || others.length > 0) return [issue];
  return only.map((problem) => ({ ...problem, of: issue.path }));
}

/** Whether it is the value itself that an option of a union does not take, rather than something in it. */
function isOfOtherKind({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

/**
 * Our words for the schema library's issues. A schema that has words of its own, such as
 * the rule for usernames, keeps them.
 */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kindOf(issue.expected)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : 'does not have the right form';
    case 'unrecognized_keys':
      return unknownKeys(issue);
    case 'invalid_union':
      return noneOf(issue);
    default:
      return 'is not accepted';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const kindOf = (expected: string) => KINDS[expected] ?? `of the kind ${expected}`;

/** What any of a union's options would have taken, of what a caller can send. */
function noneOf({ errors, input }: Extract<Issue, { code: 'invalid_union' }>): string {
  if (input === undefined) return 'is required';
  const problems = errors.flat().filter(isOfOtherKind);
  const kinds = problems.flatMap((problem) => (problem.code === 'invalid_type' ? [problem.expected] : []));
  const values = problems.flatMap((problem) => (problem.code === 'invalid_value' ? problem.values : []));
  const words = new Set([
    ...values.filter((value) => !kinds.some((kind) => kind === typeof value)).map(String),
    ...kinds.flatMap((kind) => KINDS[kind] ?? []),
  ]);
  if (words.size === 0) return 'is not accepted';
  // British English puts no comma before the last word.
  return `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}`;
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === 'string')
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} items`;
  return `must be at least ${minimum}`;
}

function tooBig(origin: string, maximum: number): string {
  const most = maximum.toLocaleString('en');
  if (origin === 'string') return `must have at most ${most} characters`;
  if (origin === 'array') return `must have at most ${most} items`;
  return `must be at most ${maximum}`;
}

function unknownKeys({ keys, path = [], inst }: Extract<Issue, { code: 'unrecognized_keys' }>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return keys
    .slice(0, MOST_PROBLEMS)
    .map((key) => {
      const meant = closestName(key, known);
      const name = fieldName([...path, key.slice(0, LONGEST_NAME)]);
      return `${name}: is not a field of this request${meant === undefined ? '' : `, did you mean ${meant}?`}`;
    })
    .join('; ');
}

const fieldName = (path: readonly PropertyKey[]) => path.map(String).join('.');
