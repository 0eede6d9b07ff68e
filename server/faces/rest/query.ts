import { z } from 'zod';
import { badRequest } from '../../errors.ts';

/**
 * The parameters of a query string: known ones, each at most once, in well-formed UTF-8 (security J1). What
 * their values may be is for the operation to say.
 *
 * @param query what stands after the `?`, as received
 * @returns values as `typed` makes them
 * @throws {AppError} bad_request naming the parameter that is unknown or sent twice
 */
export function parseQuery(query: string, known: z.ZodObject): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (query === '') return values;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const mark = part.indexOf('=');
    const name = decode(mark === -1 ? part : part.slice(0, mark));
    if (!Object.hasOwn(known.shape, name)) throw unknownParameter(name, known);
    if (Object.hasOwn(values, name)) throw badRequest(`${name}: is sent more than once`);
    values[name] = typed(known, name, mark === -1 ? '' : decode(part.slice(mark + 1)));
  }
  return values;
}

function unknownParameter(name: string, known: z.ZodObject) {
  const names = Object.keys(known.shape);
  return badRequest(`${name.slice(0, 64)}: is not a parameter of this endpoint`, {
    hint: names.length === 0 ? 'It takes no parameters.' : `It takes ${names.join(', ')}.`,
  });
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw badRequest('The query string is not valid: bad percent-encoding.', { cause });
  }
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** Text from a URL as a number or a boolean where the schema's field takes one; other text is left for it to refuse. */
export function typed(schema: z.ZodObject, name: string, text: string): string | number | boolean {
  const boolean = BOOLEANS.get(text);
  // Every number in a URL is a count or a place from 1 on.
  if (DECIMAL.test(text) && takes(schema, name, 1)) return Number(text);
  return boolean !== undefined && takes(schema, name, boolean) ? boolean : text;
}

function takes(schema: z.ZodObject, name: string, example: unknown): boolean {
  const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
  return field !== undefined && z.safeParse(field, example).success;
}
