import { z } from 'zod';

/** Text that survives a round trip through UTF-8 and JSON: no lone surrogate, no NUL (security J1). */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

const storable = { message: 'must be well-formed Unicode without NUL characters' };

// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** One line that a person reads, such as a title or a name: trimmed, not empty, no control characters. */
export function lineSchema(maximum: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine(isStorable, storable)
    .refine((value) => !CONTROL.test(value), { message: 'must be one line without control characters' });
}

/** What is too long is not looked through: a body may hold a hundred megabytes. */
const TOO_LONG = { abort: true };

/** Text of several lines, kept byte for byte. */
export function textSchema(maximum: number) {
  return z.string().max(maximum, TOO_LONG).refine(isStorable, storable);
}
