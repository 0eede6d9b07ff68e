import type { IncomingMessage } from 'node:http';
import { createByteCollector } from '../byte-collector.ts';
import { brokenAnswer, tooLarge } from './refusals.ts';

/**
 * The body of an answer, counted while it streams in, whatever its head says of its length.
 *
 * @throws {AppError} payload_too_large; bad_request when it is cut off
 */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const collector = createByteCollector(maxBytes);
  for await (const piece of answer as AsyncIterable<Buffer>) {
    if (!collector.add(piece)) throw tooLarge(maxBytes);
  }
  if (!answer.complete) throw brokenAnswer();
  return collector.bytes();
}
