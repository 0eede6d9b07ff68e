import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import type { Actor, Operation, Services } from '../../operations/define.ts';
import { perform, type PerformOptions } from '../../operations/perform.ts';
import type { CallAnswer, CallError, OperationName } from './contract.ts';

let table: Promise<ReadonlyMap<string, Operation>> | undefined;

/** Every operation that there is: the first call of a page loads them, so that a start need not. */
async function loadTable(): Promise<ReadonlyMap<string, Operation>> {
  const { appOperations } = await import('./operations.ts');
  return new Map(Object.entries(appOperations));
}

/** @throws {AppError} not_found for a name that the app does not know. */
export async function appOperation(name: string): Promise<Operation> {
  table ??= loadTable();
  const operation = (await table).get(name);
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
export async function call(
  services: Services,
  actor: Actor,
  name: string,
  input: unknown,
  options: PerformOptions = {},
): Promise<z.input<z.ZodType>> {
  return perform(services, await appOperation(name), actor, input, options);
}

/** The same for a way in that carries data only, such as IPC: a refusal is an answer, a fault says nothing of itself. */
export async function callForAnswer(
  services: Services,
  actor: Actor,
  { name, input }: { name: OperationName | (string & {}); input: unknown },
  options: PerformOptions = {},
): Promise<CallAnswer<unknown>> {
  return asAnswer(services.log, () => call(services, actor, name, input, options), {
    operation: name,
    request_id: actor.request_id,
  });
}

/** What comes of a call, as data. @param about what the log says of a fault */
export async function asAnswer(
  log: Logger,
  run: () => Promise<unknown>,
  about: Record<string, string>,
): Promise<CallAnswer<unknown>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: asCallError(error) };
    log.error({ err: error, ...about }, 'unexpected error');
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
