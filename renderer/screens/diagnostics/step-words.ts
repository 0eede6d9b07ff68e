import type { AttemptStep } from '../../../server/domain/connection-attempt.ts';

/** The steps of a connection in a word or two. */
export const STEP_WORDS: Record<AttemptStep, string> = {
  discovered: 'found the workspace',
  registered: 'registered',
  asked: 'opened sign-in',
  signed_in: 'signed in',
  allowed: 'allowed',
  denied: 'denied',
  token_issued: 'got its token',
  called: 'first call',
  called_without_token: 'call without token',
  called_with_other_token: 'call with another token',
  failed: 'refused',
};
