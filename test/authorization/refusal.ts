import { AppError } from '../../server/errors.ts';

/** What a caller learns from a refusal. Fails when the call is not refused. */
export async function refusalOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, status, message, hint, details } = error;
    return { code, status, message, hint, details };
  }
  throw new Error('This call was expected to be refused, and it was not.');
}
