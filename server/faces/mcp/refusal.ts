import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { answerJson } from '../http/json-answer.ts';
import { refuse } from '../http/error-answer.ts';
import type { HttpContext } from '../http/request-context.ts';
import { connectorChallenge } from './challenge.ts';

/** JSON-RPC 2.0, section 5.1: the range that is left to servers. */
const SERVER_ERROR = -32_000;

/** A body that is no JSON-RPC message: `ParseError` when it is not JSON, else `InvalidRequest`. */
export function badMessage(code: 'ParseError' | 'InvalidRequest', message: string, hint?: string): AppError {
  return new AppError('bad_request', message, {
    ...(hint !== undefined && { hint }),
    details: { rpc_code: ProtocolErrorCode[code] },
  });
}

/**
 * Answers a request that never became a JSON-RPC exchange: status and headers as everywhere, and a body that
 * JSON-RPC clients can read, an error without an id whose `data` has the code and the hint.
 */
export async function answerRefusal(ctx: HttpContext, error: AppError, log: Logger): Promise<void> {
  const refusal = refuse(ctx, error, log, connectorChallenge);
  if (!refusal) return;
  const { code, message, hint, details, status } = refusal;
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: details?.['rpc_code'] ?? SERVER_ERROR,
      message,
      data: { error: code, ...(hint !== undefined && { hint }) },
    },
  };
  await answerJson(ctx, body, status);
}
