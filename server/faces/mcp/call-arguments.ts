import { AppError, badRequest } from '../../errors.ts';
import { parseStrictJson } from '../../json/strict-json.ts';
import { finishInSlices } from '../../sliced-work.ts';

/** A message whose arguments, if it calls a tool, are an object; and what was wrong with them before. */
export interface CheckedMessage {
  message: object;
  problem?: AppError;
}

/**
 * Models now and then send a tool's arguments as a string of JSON, which is read, or as no object at all, which the
 * protocol library would refuse in words that no model can act on (decisions, "MCP tool errors").
 */
export async function withObjectArguments(message: object): Promise<CheckedMessage> {
  if (!('method' in message) || message.method !== 'tools/call' || !('params' in message)) return { message };
  const { params } = message;
  if (!isObject(params) || params['arguments'] === undefined || isObject(params['arguments']))
    return { message };
  const read = await readArguments(params['arguments']);
  const corrected = { ...message, params: { ...params, arguments: read ?? {} } };
  return read ? { message: corrected } : { message: corrected, problem: noObject() };
}

async function readArguments(value: unknown): Promise<Record<string, unknown> | undefined> {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed = await finishInSlices(parseStrictJson(Buffer.from(value)));
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const noObject = () =>
  badRequest('The arguments of the call are not an object.', {
    hint: 'Send them as a JSON object, such as {"id": "doc_…"}, or leave them out.',
  });
