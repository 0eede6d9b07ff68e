const REFUSED = 'refused: ';

/** Why calls are refused, by the code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  bad_request: 'what was asked for was not right',
  unauthorized: 'not signed in',
  token_expired: 'the token has expired',
  missing_scope: 'it may only read',
  forbidden: 'not allowed',
  not_found: 'there was no such thing',
  conflict: 'it did not go with what is there',
  needs_confirmation: 'it has to be confirmed first',
  gone: 'it was over already',
  version_conflict: 'the page had changed meanwhile',
  payload_too_large: 'too large',
  unsupported_media_type: 'not a kind of file that is taken',
  rate_limited: 'too many calls',
  internal: 'a fault of the program',
  unavailable: 'the server could not do it just then',
  read_only: 'nothing can be changed at the moment',
  storage_full: 'the disk is full',
};

/** Of signing in, where the same code has a plainer meaning. */
const SIGN_IN_REASONS: Readonly<Record<string, string>> = { forbidden: 'wrong password or code' };

const SIGN_IN = new Set(['sessions.open', 'account.change_password']);

export function isRefused(result: string): boolean {
  return result.startsWith(REFUSED);
}

/** Why a call was refused, to follow a colon; undefined where the code is of a later version. */
export function reasonWords({ action, result }: { action: string; result: string }): string | undefined {
  const code = result.slice(REFUSED.length);
  return (SIGN_IN.has(action) ? SIGN_IN_REASONS[code] : undefined) ?? REASONS[code];
}

/**
 * How a call ended, in words, e.g. “Refused: not allowed”.
 *
 * @returns null when it just did what it says
 */
export function resultWords(call: { action: string; result: string }): string | null {
  if (call.result === 'queued') return 'Sent for review';
  if (!isRefused(call.result)) return null;
  const reason = reasonWords(call);
  return reason === undefined ? 'Refused' : `Refused: ${reason}`;
}
