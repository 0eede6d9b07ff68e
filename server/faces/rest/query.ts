import { z } from 'zod';
import { badRequest } from '../../errors.ts';

/**
 * The parameters of a query string, each at most once, in well-formed UTF-8 (security J1).
 *
 * @param query what stands after the `?`, as received
 * @throws {AppError} bad_request naming the parameter that is sent twice
 */
export function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const mark = part.indexOf('=');
    const name = decode(mark === -1 ? part : part.slice(0, mark));
    if (values.has(name)) throw badRequest(`${name}: is sent more than once`);
    values.set(name, mark === -1 ? '' : decode(part.slice(mark + 1)));
  }
  return Object.fromEntries(values);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw badRequest('The query string is not valid: bad percent-encoding.', { cause });
  }
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Turns text from a URL into numbers where a schema takes one; what is no number is left for it to refuse. */
export function withNumbers(schema: z.ZodObject, values: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => [
    name,
    value !== undefined && DECIMAL.test(value) && takesNumber(schema, name) ? Number(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Every number in a URL is a count or a place from 1 on. */
function takesNumber(schema: z.ZodObject, name: string): boolean {
  const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
  return field !== undefined && z.safeParse(field, 1).success;
}
