import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { RegistrationError, registeredMetadata } from '../../identity/oauth/registration.ts';
import { readJsonObject } from '../http/body.ts';
import { withBody } from './provider-call.ts';

/** Security O8. */
const LIMIT_BYTES = 32 * 1024;

/** An answer as RFC 7591 has it. */
export interface RegistrationRefusal {
  status: number;
  error: string;
  description: string;
}

/** A registration as the provider should see it, or why there is none. */
export async function normalisedRegistration(
  request: IncomingMessage,
): Promise<IncomingMessage | RegistrationRefusal> {
  try {
    const body = await readJsonObject(request, LIMIT_BYTES);
    return withBody(request, JSON.stringify(registeredMetadata(body)), 'application/json');
  } catch (error) {
    if (error instanceof RegistrationError)
      return { status: 400, error: error.code, description: error.message };
    if (error instanceof AppError)
      return { status: error.status, error: 'invalid_client_metadata', description: error.message };
    throw error;
  }
}
