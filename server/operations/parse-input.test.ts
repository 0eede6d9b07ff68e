import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usernameSchema } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import { parseInput } from './perform.ts';

const schema = z.strictObject({
  title: z.string().min(1).max(3).optional(),
  limit: z.int().min(1).max(100).optional(),
  ratio: z.number().optional(),
  type: z.enum(['sop', 'policy']).optional(),
  confirm: z.literal(true).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  email: z.email().optional(),
  code: z
    .string()
    .regex(/^[a-z]$/)
    .optional(),
  choice: z.union([z.string(), z.number()]).optional(),
  username: usernameSchema.optional(),
  expected_version: z.int().optional(),
  place: z.strictObject({ space: z.string() }).optional(),
});

function refusalOf(input: unknown, by: z.ZodType = schema): string {
  try {
    parseInput(by, input);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('what is wrong with an input, in sentences', () => {
  it.each<[unknown, string]>([
    [{ limit: 'ten' }, 'limit: must be a number'],
    [{ limit: 1.5 }, 'limit: must be a whole number'],
    [{ limit: 0 }, 'limit: must be at least 1'],
    [{ limit: 101 }, 'limit: must be at most 100'],
    [{ ratio: null }, 'ratio: must be a number'],
    [{ title: 7 }, 'title: must be text'],
    [{ title: '' }, 'title: must not be empty'],
    [{ title: 'abcd' }, 'title: must have at most 3 characters'],
    [{ type: 'novel' }, 'type: must be one of sop, policy'],
    [{ confirm: 1 }, 'confirm: must be true'],
    [{ tags: 'a' }, 'tags: must be a list'],
    [{ tags: [] }, 'tags: must not be empty'],
    [{ tags: ['a', 'b', 'c'] }, 'tags: must have at most 2 items'],
    [{ tags: ['a', 7] }, 'tags.1: must be text'],
    [{ email: 'ada' }, 'email: must be an email address'],
    [{ code: '9' }, 'code: does not have the right form'],
    [{ choice: true }, 'choice: must be text or a number'],
    [{ place: 'notes' }, 'place: must be an object'],
    [{ place: {} }, 'place.space: is required'],
    [{ titel: 'x' }, 'titel: is not a field of this request, did you mean title?'],
    [
      { expectedVersion: 1 },
      'expectedVersion: is not a field of this request, did you mean expected_version?',
    ],
    [{ colour: 'x' }, 'colour: is not a field of this request'],
    [
      { place: { space: 'notes', spase: 1 } },
      'place.spase: is not a field of this request, did you mean space?',
    ],
    [{ limit: 'x', title: 7 }, 'title: must be text; limit: must be a number'],
    [null, 'The input must be an object.'],
    [[], 'The input must be an object.'],
    ['text', 'The input must be an object.'],
  ])('%j: %s', (input, sentence) => {
    expect(refusalOf(input)).toBe(sentence);
  });

  const union = z.strictObject({
    alt: z.union([z.literal(''), z.string().min(2).max(3)]).default(''),
    bytes: z.union([z.instanceof(Uint8Array), z.string().min(1)]).optional(),
    provider: z
      .union([z.literal('off'), z.strictObject({ url: z.string(), kind: z.enum(['a', 'b']) })])
      .optional(),
    size: z.union([z.literal('small'), z.literal('large'), z.int()]).optional(),
    parent: z.union([z.string(), z.null()]).optional(),
    place: z.union([z.object({ x: z.int() }), z.object({ y: z.int() })]).optional(),
    title: z.string().nullable().optional(),
  });

  it.each<[unknown, string]>([
    [{ alt: 5 }, 'alt: must be text'],
    [{ alt: 'x' }, 'alt: must have at least 2 characters'],
    [{ alt: 'long' }, 'alt: must have at most 3 characters'],
    [{ bytes: 5 }, 'bytes: must be text'],
    [{ bytes: '' }, 'bytes: must not be empty'],
    [{ provider: 5 }, 'provider: must be off or an object'],
    [{ provider: 'on' }, 'provider: must be off or an object'],
    [{ provider: { kind: 'a' } }, 'provider.url: is required'],
    [{ provider: { url: 1, kind: 'c' } }, 'provider.url: must be text; provider.kind: must be one of a, b'],
    [
      { provider: { url: '', kind: 'a', kinds: 1 } },
      'provider.kinds: is not a field of this request, did you mean kind?',
    ],
    [{ size: 'huge' }, 'size: must be small, large or a number'],
    [{ size: 1.5 }, 'size: must be small, large or a whole number'],
    [{ parent: 5 }, 'parent: must be text or null'],
    [{ place: { x: 'a' } }, 'place: is not accepted'],
    [{ place: 5 }, 'place: must be an object'],
    [{ title: 5 }, 'title: must be text'],
  ])('says of %j, where one of several kinds was possible: %s', (input, sentence) => {
    expect(refusalOf(input, union)).toBe(sentence);
  });

  it('says of each missing field that it is required, whatever it should be', () => {
    const all = z.strictObject({ id: z.string(), type: z.enum(['a']), count: z.int() });
    expect(refusalOf({}, all)).toBe('id: is required; type: is required; count: is required');
  });

  it('keeps a rule’s own words', () => {
    expect(refusalOf({ username: 'Not A Name' })).toMatch(/^username: must be /);
  });

  it('names at most five problems, and of a name no more than fits a line', () => {
    const long = 'x'.repeat(500);
    expect(refusalOf({ [long]: 1 })).toBe(`${'x'.repeat(64)}: is not a field of this request`);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`colour_${index}`, 1]));
    expect(refusalOf(many).split('; ')).toHaveLength(5);
  });
});
