import { amber, green, red, type Check } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { OAUTH_PATH } from '../../identity/oauth/endpoints.ts';
import { CLIENT_NAME } from '../client-name.ts';
import { jsonOf } from '../walk.ts';

const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

/** An app registers itself (RFC 7591), and is forgotten again after the run. */
export const registration: Check = {
  id: 'registration',
  group: 'handshake',
  title: 'Registration of an app',
  needs: ['server_metadata'],
  async run(walk) {
    const body = JSON.stringify({
      client_name: CLIENT_NAME,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
    });
    const headers = { 'content-type': 'application/json' };
    const visit = await walk.visit(OAUTH_PATH.register, { method: 'POST', headers, body });
    const registered = jsonOf(visit);
    const id = registered?.['client_id'];
    if (visit.kind === 'none' || visit.status !== 201 || typeof id !== 'string')
      return visit.arrival !== undefined && visit.kind === 'answer' && visit.status === 400
        ? red(
            'The registration arrives with another body than was sent, and is refused.',
            'Let the proxy pass the bodies of POST requests on unchanged.',
          )
        : explainAnswer(walk, visit);
    walk.client = { id, redirectUri: REDIRECT_URI };
    const uri = registered?.['registration_client_uri'];
    if (typeof uri === 'string' && new URL(uri).origin !== walk.base)
      return amber(
        `The answer names ${new URL(uri).origin} instead of ${walk.base}.`,
        `Set ${walk.base} as the public address.`,
      );
    return green('An app was registered, and removed again.');
  },
};
