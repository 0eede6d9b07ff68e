import { CallFailed } from './transport.ts';

const TRIES = 3;

/** A refusal stays one however often it is asked for; what only failed to arrive may arrive the next time. */
export function isWorthAnotherTry(tries: number, error: Error): boolean {
  if (error instanceof CallFailed && error.error.status >= 400 && error.error.status < 500) return false;
  return tries < TRIES;
}
