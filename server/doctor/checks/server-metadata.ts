import { green, red, type Check } from '../check.ts';
import { explainDocument } from '../documents.ts';
import { OAUTH_PATH } from '../../identity/oauth/endpoints.ts';
import { jsonOf } from '../walk.ts';

/** "A diagnostics row shows the advertised sign-in URL and probes it" (specification, Authentication 10; RFC 8414). */
export const serverMetadata: Check = {
  id: 'server_metadata',
  group: 'handshake',
  title: 'Advertised sign-in address',
  needs: ['identity'],
  async run(walk) {
    const visit = await walk.once('server');
    const problem = explainDocument(walk, visit, {
      issuer: walk.base,
      authorization_endpoint: walk.base + OAUTH_PATH.authorize,
      token_endpoint: walk.base + OAUTH_PATH.token,
      registration_endpoint: walk.base + OAUTH_PATH.register,
    });
    if (problem) return problem;
    const methods = [jsonOf(visit)?.['code_challenge_methods_supported']].flat();
    if (!methods.includes('S256'))
      return red(
        'The document does not offer PKCE (S256), without which assistants refuse to sign in.',
        'Let the proxy pass the document on unchanged.',
      );
    return green(`${walk.base}${OAUTH_PATH.authorize}`);
  },
};
