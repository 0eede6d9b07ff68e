import { forbidden, type AppError } from '../errors.ts';

/** What a rule answers: yes, or no with a sentence for the person who asked. */
export type Decision = { allowed: true } | { allowed: false; reason: string; hint?: string };

export const ALLOWED: Decision = { allowed: true };

export function denied(reason: string, hint?: string): Decision {
  return hint === undefined ? { allowed: false, reason } : { allowed: false, reason, hint };
}

/** Turns a refusal into the error that the caller sees. */
export function authorize(decision: Decision): void {
  const refusal = refusalFor(decision);
  if (refusal) throw refusal;
}

/** The same without throwing it; undefined when it is allowed. */
export function refusalFor(decision: Decision): AppError | undefined {
  if (decision.allowed) return undefined;
  return forbidden(decision.reason, decision.hint === undefined ? {} : { hint: decision.hint });
}
