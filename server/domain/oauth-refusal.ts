/** What the codes of OAuth mean to people (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707). */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['invalid_request', 'something in its request was missing or not right'],
  ['invalid_client', 'the workspace does not know it any more'],
  ['invalid_grant', 'what it showed to get in was used already, too old, or not its own'],
  ['unauthorized_client', 'it is not allowed to connect in this way'],
  ['unsupported_grant_type', 'it asked to connect in a way that is not offered'],
  ['unsupported_response_type', 'it asked to connect in a way that is not offered'],
  ['invalid_scope', 'it asked for rights that there are not'],
  ['invalid_target', 'it asked for another service than this workspace'],
  ['invalid_redirect_uri', 'it wanted people to be sent back to an address that is not its own'],
  ['invalid_client_metadata', 'what it says about itself is not right'],
  ['login_required', 'it tried to connect without asking anybody'],
  ['consent_required', 'it tried to connect without asking anybody'],
  ['interaction_required', 'it tried to connect without asking anybody'],
  ['temporarily_unavailable', 'the workspace could not save anything just then'],
  ['server_error', 'something went wrong on the side of the workspace'],
]);

/**
 * Why a program was refused, for a person: plain words first, what the protocol says behind them.
 *
 * @param detail a sentence, or a code of OAuth with what the library says of it in brackets
 */
export function oauthRefusalWords(detail: string): string {
  const code = /^[a-z_]+/.exec(detail)?.[0] ?? '';
  const meaning = MEANINGS.get(code);
  if (meaning === undefined) return detail;
  const said = /^ \((.*)\)$/s.exec(detail.slice(code.length))?.[1];
  return `${meaning} (${code}${said === undefined ? '' : `: ${said}`})`;
}
