import type { z } from 'zod';
import { readInput } from '../../server/domain/input-problems.ts';
import { CallFailed } from './transport.ts';

/**
 * Refuses at once, by the server's own rule and in its own words, what the server would refuse.
 *
 * @throws {CallFailed}
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, input: z.input<Schema>): void {
  const read = readInput(schema, input);
  if ('data' in read) return;
  throw new CallFailed({
    code: 'bad_request',
    message: read.problem,
    status: 400,
    hint: 'Correct the named fields and send it again.',
    details: {},
  });
}
