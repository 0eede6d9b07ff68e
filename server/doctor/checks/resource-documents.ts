import { green, type Check } from '../check.ts';
import { explainDocument } from '../documents.ts';

const PATHS = ['/.well-known/oauth-protected-resource/api/mcp', '/.well-known/oauth-protected-resource'];

/** What guards the connector, at both places where clients look (RFC 9728 §3; decisions, "Discovery"). */
export const resourceDocuments: Check = {
  id: 'resource_documents',
  group: 'handshake',
  title: 'Where to sign in',
  needs: ['identity'],
  async run(walk) {
    const visits = await Promise.all([walk.once('resource'), walk.visit(PATHS[1] ?? '')]);
    for (const visit of visits) {
      const problem = explainDocument(walk, visit, {
        resource: `${walk.base}/api/mcp`,
        authorization_servers: walk.base,
      });
      if (problem) return problem;
    }
    return green(`Both documents name ${walk.base}.`);
  },
};
