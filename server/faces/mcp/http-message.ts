import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { readJson } from '../http/body.ts';
import type { HttpContext } from '../http/request-context.ts';
import type { ProtocolHeaders } from './protocol.ts';
import { badMessage } from './refusal.ts';

/** Headers that belong to the protocol. The credential and whatever else came along stays outside of the SDK. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** An id comes back with the answer: one of megabytes would cost as much as the largest document. */
const LONGEST_ID = 1000;

/**
 * The body as one JSON-RPC message.
 *
 * @throws {AppError} `bad_request`: not strict JSON (security J1), or a batch, which no revision since 2025-06-18
 *   has and which multiplies the cost of a request (security M3); `payload_too_large`, `unsupported_media_type`
 */
export async function readMessage(ctx: HttpContext, limitBytes: number): Promise<object> {
  const message = await readStrictJson(ctx, limitBytes);
  if (Array.isArray(message)) {
    throw badMessage(
      'InvalidRequest',
      'Batches are not supported.',
      'Send each JSON-RPC message in a request of its own.',
    );
  }
  if (typeof message !== 'object' || message === null) {
    throw badMessage('InvalidRequest', 'The body must be a JSON-RPC message, a JSON object.', HOW_TO_SEND);
  }
  if ('id' in message && typeof message.id === 'string' && message.id.length > LONGEST_ID) {
    throw badMessage('InvalidRequest', `The id must have at most ${LONGEST_ID} characters.`);
  }
  return message;
}

async function readStrictJson(ctx: HttpContext, limitBytes: number): Promise<unknown> {
  try {
    return await readJson(ctx.req, limitBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'bad_request')
      throw badMessage('ParseError', error.message, error.hint ?? HOW_TO_SEND);
    if (error.code === 'payload_too_large') throw tooLarge(error, limitBytes);
    throw error;
  }
}

const HOW_TO_SEND =
  'Nothing was done. Send one JSON-RPC message as JSON in UTF-8, such as {"jsonrpc":"2.0","id":1,"method":"tools/list"}, with quotes and line breaks in texts escaped.';

const MEGABYTE = 1024 * 1024;

/** Nearly always it is an image as base64, which grows by a third (specification, Limits; decisions, "MCP body limit"). */
function tooLarge({ code, details = {} }: AppError, limitBytes: number): AppError {
  const most = Math.floor((10 * limitBytes) / MEGABYTE) / 10;
  return new AppError(code, `This message is larger than ${most} MB, which is the most that one may have.`, {
    hint: 'Nothing was done. Send an image by source_url of add_image, or by the link of request_upload; send a long text in parts, with update_doc and mode append.',
    details,
  });
}

/**
 * The headers that the SDK looks at. `Accept` is set to what it demands, because real clients send all sorts and
 * the answer is JSON anyway (trap T9).
 */
export function protocolHeaders(ctx: HttpContext): ProtocolHeaders {
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  for (const name of PROTOCOL_HEADERS) {
    const value = ctx.get(name);
    if (value !== '') headers[name] = value;
  }
  return headers;
}

/** Hands the SDK's answer to Koa: a text, or a stream for what the protocol streams. */
export async function sendResponse(ctx: HttpContext, response: Response): Promise<void> {
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = Readable.fromWeb(response.body);
    return;
  }
  const text = await response.text();
  if (text === '') ctx.res.setHeader('Content-Length', 0);
  ctx.body = text === '' ? null : text;
  ctx.status = response.status;
}

/** A signal that fires when the client goes away before its answer is out (trap T27). */
export function clientGone(ctx: HttpContext): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
