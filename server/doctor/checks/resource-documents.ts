import { green, type Check } from '../check.ts';
import { explainDocument } from '../documents.ts';
import { resourceOf } from '../../identity/oauth/endpoints.ts';

const AT_THE_ROOT = '/.well-known/oauth-protected-resource';

/** What guards the connector, at both places where clients look (RFC 9728 §3; decisions, "Discovery"). */
export const resourceDocuments: Check = {
  id: 'resource_documents',
  group: 'handshake',
  title: 'Where to sign in',
  needs: ['identity'],
  async run(walk) {
    const visits = await Promise.all([walk.once('resource'), walk.visit(AT_THE_ROOT)]);
    for (const visit of visits) {
      const problem = explainDocument(walk, visit, {
        resource: resourceOf(walk.base),
        authorization_servers: walk.base,
      });
      if (problem) return problem;
    }
    return green(`Both documents name ${walk.base}.`);
  },
};
