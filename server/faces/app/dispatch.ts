import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Actor, Operation, Services } from '../../operations/define.ts';
import { perform, type PerformOptions } from '../../operations/perform.ts';
import type { CallAnswer, CallError, OperationName } from './contract.ts';
import { appOperations } from './operations.ts';

const byName: ReadonlyMap<string, Operation> = new Map(Object.entries(appOperations));

/** @throws {AppError} not_found for a name that the app does not know. */
export function appOperation(name: string): Operation {
  const operation = byName.get(name);
  if (!operation) {
    throw new AppError('not_found', 'The app has no such operation.', {
      hint: 'The page may be older than the server: load it again.',
    });
  }
  return operation;
}

/**
 * Runs one call of the app; every way in uses it: the listeners over HTTP, the window over IPC.
 *
 * @throws {AppError} as the operation does
 */
export function call(
  services: Services,
  actor: Actor,
  name: string,
  input: unknown,
  options: PerformOptions = {},
): Promise<z.input<z.ZodType>> {
  return perform(services, appOperation(name), actor, input, options);
}

/** The same for a way in that carries data only, such as IPC: a refusal is an answer, a fault says nothing of itself. */
export async function callForAnswer(
  services: Services,
  actor: Actor,
  { name, input }: { name: OperationName | (string & {}); input: unknown },
  options: PerformOptions = {},
): Promise<CallAnswer<unknown>> {
  try {
    return { ok: true, value: await call(services, actor, name, input, options) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: asCallError(error) };
    services.log.error({ err: error, operation: name, request_id: actor.request_id }, 'unexpected error');
    return { ok: false, error: FAULT };
  }
}

const FAULT: CallError = {
  code: 'internal',
  message: 'Something went wrong on our side. Nothing was changed unless you were told so.',
  status: 500,
  hint: 'Try again; if it stays, the log has more.',
  details: {},
};

function asCallError({ code, message, status, hint, details }: AppError): CallError {
  return { code, message, status, hint: hint ?? null, details: details ?? {} };
}
