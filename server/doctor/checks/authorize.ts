import { createHash } from 'node:crypto';
import { green, red, skipped, type Check, type Verdict } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { OAUTH_PATH, resourceOf } from '../../identity/oauth/endpoints.ts';
import type { Visit, Walk } from '../walk.ts';

/** From the request to the sign-in page a browser is sent on this often at most. */
const MOST_HOPS = 4;

/** A person who is sent here by an app finds the sign-in page, with the cookie that belongs to the request. */
export const authorize: Check = {
  id: 'authorize',
  group: 'handshake',
  title: 'Sign-in page',
  needs: ['registration'],
  async run(walk) {
    if (walk.client === null) return skipped('No app was registered to try it with.');
    let path = authorizationRequest(walk);
    const cookies: string[] = [];
    for (let hops = 0; hops <= MOST_HOPS; hops += 1) {
      const visit = await walk.visit(path, {
        headers: { accept: 'text/html', ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
      });
      if (visit.kind === 'none' || (walk.seesArrivals && visit.arrival === undefined))
        return explainAnswer(walk, visit);
      for (const line of visit.headers['set-cookie'] ?? []) cookies.push(line.split(';', 1)[0] ?? '');
      const { location } = visit.headers;
      if (location === undefined || visit.status < 300 || visit.status > 399)
        return explainPage(walk, visit, cookies);
      const next = new URL(location, walk.base);
      if (next.origin !== walk.base)
        return red(
          `Whoever wants to sign in is sent to ${next.origin} instead of ${walk.base}.`,
          `Set ${walk.base} as the public address.`,
        );
      path = next.pathname + next.search;
    }
    return red(
      'The sign-in page redirects in a circle.',
      'Look whether the proxy redirects what this server has redirected already (Cloudflare: set SSL/TLS to Full).',
    );
  },
};

function authorizationRequest({ base, client }: Walk): string {
  const verifier = 'a-verifier-that-nobody-redeems-because-nobody-signs-in';
  const query = new URLSearchParams({
    client_id: client?.id ?? '',
    redirect_uri: client?.redirectUri ?? '',
    response_type: 'code',
    scope: 'read',
    state: 'check',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: resourceOf(base),
  });
  return `${OAUTH_PATH.authorize}?${query.toString()}`;
}

function explainPage(walk: Walk, visit: Visit, cookies: readonly string[]): Verdict {
  if (cookies.length === 0 && visit.arrival !== undefined)
    return red(
      'The cookie of the sign-in is lost on the way, so nobody can finish signing in.',
      'Let the proxy pass Set-Cookie and Cookie on, and switch caching off for this host.',
    );
  const isPage = visit.kind === 'answer' && visit.status === 200 && /<form/i.test(visit.text);
  return isPage ? green('It opens, with its cookie.') : explainAnswer(walk, visit);
}
