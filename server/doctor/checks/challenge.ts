import { green, red, type Check, type Verdict } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import type { Answer } from '../outbound.ts';
import type { Visit, Walk } from '../walk.ts';

/** A call without a token is answered with 401 and where to sign in (RFC 9728 §5.1; decisions §4, ask 5). */
export const challenge: Check = {
  id: 'challenge',
  group: 'handshake',
  title: 'Call without a token',
  needs: ['identity'],
  async run(walk) {
    const visit = await walk.once('challenge');
    if (visit.kind === 'none' || visit.status !== 401 || isForeign(walk, visit))
      return explainAnswer(walk, visit);
    return explainChallenge(walk, visit);
  },
};

function isForeign(walk: Walk, visit: Visit): boolean {
  return walk.seesArrivals && visit.arrival === undefined;
}

function explainChallenge(walk: Walk, visit: Answer & Visit): Verdict {
  const expected = `${walk.base}/.well-known/oauth-protected-resource/api/mcp`;
  const sent = visit.headers['www-authenticate'];
  if (sent === undefined)
    return red(
      'The answer 401 arrives without its WWW-Authenticate header, so assistants do not learn where to sign in.',
      'Let the proxy pass WWW-Authenticate on (nginx: no proxy_hide_header for it, and no error_page for 401).',
    );
  const named = /resource_metadata="([^"]*)"/.exec(sent)?.[1];
  if (named === expected) return green('It is refused with 401 and told where to sign in.');
  if (named === undefined) return withoutSignIn(walk, visit);
  return red(
    `The answer 401 sends assistants to ${originOf(named)} instead of ${walk.base}.`,
    `Set ${walk.base} as the public address, or start with --base-url ${walk.base}.`,
  );
}

/** Over what it takes for plain http, this server offers no sign-in of apps at all (security D2). */
export function withoutSignIn({ base }: Walk, { arrival }: Visit): Verdict {
  const forwarded = arrival?.forwardedProto ?? null;
  const why =
    forwarded === 'https'
      ? 'the proxy that says so is not one that it trusts'
      : 'the proxy in front does not say that it was https';
  return red(
    `This server takes the request for plain http, because ${why}; over plain http it offers apps no sign-in, and would name http:// addresses.`,
    `Set ${base} as the public address (or start with --base-url ${base}); or let the proxy send X-Forwarded-Proto: https, and name it in COMMONPLACE_TRUSTED_PROXIES unless it runs on this computer.`,
  );
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'an address that is none';
}
