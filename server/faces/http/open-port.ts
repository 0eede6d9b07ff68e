import type { RequestListener } from 'node:http';
import type { HttpLimits } from './limits.ts';
import { createLimitedServer, drain, listen } from './server.ts';

/** An open port. What answers at it can be another later, without a moment in which nobody does. */
export interface OpenPort {
  /** `http://host:port`, as bound. */
  url: string;
  /** From the next request on. */
  answerWith(answer: RequestListener): void;
  /** Stops accepting, waits for the answers under way, cuts what is left after `drainMs`. */
  close(): Promise<void>;
}

/** Opens a port for one application after another. Rejects when it cannot be had. */
export async function openPort(
  place: { host: string; port: number },
  limits: HttpLimits,
  first: RequestListener,
): Promise<OpenPort> {
  let answer = first;
  const server = createLimitedServer((req, res) => answer(req, res), limits);
  const port = await listen(server, place);
  let closing: Promise<void> | undefined;
  return {
    url: `http://${place.host}:${port}`,
    answerWith(next) {
      answer = next;
    },
    close() {
      closing ??= drain(server, limits.drainMs);
      return closing;
    },
  };
}
