import { randomBytes } from 'node:crypto';
import { green, red, skipped, type Check } from '../check.ts';
import { explainAnswer, explainRedirect } from '../edge-answers.ts';
import { OAUTH_PATH, resourceOf } from '../../identity/oauth/endpoints.ts';
import { jsonOf } from '../walk.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * A form with a code that was never given out: that it is refused as `invalid_grant` shows that method, type and body
 * arrive whole, and no token is left behind (RFC 6749 §5.2).
 */
export const token: Check = {
  id: 'token',
  group: 'handshake',
  title: 'Token',
  needs: ['registration'],
  async run(walk) {
    if (walk.client === null) return skipped('No app was registered to try it with.');
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: walk.client?.id ?? '',
      redirect_uri: walk.client?.redirectUri ?? '',
      code: randomBytes(32).toString('base64url'),
      code_verifier: randomBytes(32).toString('base64url'),
      resource: resourceOf(walk.base),
    }).toString();
    const visit = await walk.visit(OAUTH_PATH.token, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body,
    });
    if (visit.kind === 'answer' && visit.status === 400 && jsonOf(visit)?.['error'] === 'invalid_grant')
      return green('Requests for tokens arrive whole; a made-up code was refused, as it has to be.');
    if (visit.kind === 'answer') {
      const redirect = explainRedirect(walk, visit);
      if (redirect) return redirect;
    }
    if (visit.arrival === undefined) return explainAnswer(walk, visit);
    if (visit.arrival.method !== 'POST')
      return red(
        `The POST arrives as ${visit.arrival.method}, without its body.`,
        'Take the redirect or rewrite rule for this host away.',
      );
    return red(
      'The request for a token does not arrive as it was sent: its body or content type is changed on the way.',
      'Let the proxy pass the bodies of POST requests on unchanged.',
    );
  },
};
