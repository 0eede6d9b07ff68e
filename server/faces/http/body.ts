import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, badRequest } from '../../errors.ts';
import { finishInSlices, pause } from '../../sliced-work.ts';
import { parseStrictJson } from '../../json/strict-json.ts';

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;
/** What is thrown away of a body that is too large before the connection is cut. */
const DISCARD_BYTES = 8 * 1024 * 1024;

/** Whether the request brings a body at all, an empty one not counted. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads and parses a JSON object (security J1, J5, J6).
 *
 * @param limitBytes counted while it streams in, whatever Content-Length says
 * @throws {AppError} unsupported_media_type, payload_too_large, bad_request
 */
export async function readJsonObject(
  req: IncomingMessage,
  limitBytes: number,
): Promise<Record<string, unknown>> {
  const value = await readJson(req, limitBytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object.');
  }
  return { ...value };
}

/** The same for any JSON value. */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  checkMediaType(req);
  return finishInSlices(parseStrictJson(await readBytes(req, limitBytes)));
}

function checkMediaType({ headers }: IncomingMessage): void {
  if (headers['content-encoding'] !== undefined) {
    throw new AppError('unsupported_media_type', 'Compressed request bodies are not accepted.', {
      hint: 'Send the body without Content-Encoding.',
    });
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', 'The request body must be JSON.', {
      hint: 'Send it with `Content-Type: application/json`.',
    });
  }
}

const waitingForContinue = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers a caller that asks before it sends (`Expect: 100-continue`): it is told to only once a body is read. */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  waitingForContinue.set(req, res);
}

/** Reads what is left of a body and throws it away, so that the answer reaches a caller who is still sending. */
export function discardRest(req: IncomingMessage): void {
  let size = 0;
  req.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > DISCARD_BYTES) req.destroy();
  });
}

/** Tells a caller that asks first to send its body now. */
export function letBodyCome(req: IncomingMessage): void {
  waitingForContinue.get(req)?.writeContinue();
}

/** @throws {AppError} payload_too_large as soon as the limit is passed; bad_request when the caller hangs up */
export function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(tooLarge(limitBytes));
  letBodyCome(req);
  return new Promise((resolve, reject) => {
    // Blocks that are filled, not a list: of a body in pieces of one byte each piece would cost a hundred times its size.
    const blocks: Buffer[] = [];
    let held: Buffer = Buffer.alloc(0);
    let used = 0;
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) {
        if (used > 0 && used + chunk.length > BLOCK_BYTES) {
          blocks.push(held.subarray(0, used));
          held = Buffer.alloc(0);
          used = 0;
        }
        held = grown(held, used, used + chunk.length, Math.max(BLOCK_BYTES, chunk.length));
        chunk.copy(held, used);
        used += chunk.length;
        return;
      }
      blocks.length = 0;
      held = Buffer.alloc(0);
      reject(tooLarge(limitBytes));
      // The caller is still sending: it reads our answer only if the connection lives a little longer.
      if (size > limitBytes + DISCARD_BYTES) req.destroy();
    });
    req.on('end', () => resolve(joined([...blocks, held.subarray(0, used)], size)));
    req.on('error', (cause) => reject(badRequest('The request body was cut off.', { cause })));
    req.on('close', () => {
      if (!req.complete) reject(badRequest('The request body was cut off.'));
    });
  });
}

const FIRST_BYTES = 16 * 1024;
/** So much is copied without a pause. */
const BLOCK_BYTES = 4 * 1024 * 1024;

async function joined(blocks: readonly Buffer[], size: number): Promise<Buffer> {
  const [only] = blocks;
  if (only && blocks.length === 1) return only;
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (const block of blocks) {
    at += block.copy(whole, at);
    await pause();
  }
  return whole;
}

/** A buffer with room for `needed` bytes that begins with the first `used` of another; doubled, so that copying stays cheap. */
function grown(buffer: Buffer, used: number, needed: number, limitBytes: number): Buffer {
  if (buffer.length >= needed) return buffer;
  const larger = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(needed, 2 * buffer.length, FIRST_BYTES)));
  buffer.copy(larger, 0, 0, used);
  return larger;
}

function tooLarge(limitBytes: number): AppError {
  return new AppError('payload_too_large', `The request body is larger than ${limitBytes} bytes.`, {
    hint: 'Send less at a time.',
    details: { limit_bytes: limitBytes },
  });
}
