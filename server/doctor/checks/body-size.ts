import { amber, green, type Check } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { MCP_PATH } from '../../identity/oauth/endpoints.ts';
import { toolsList, type Visit } from '../walk.ts';
import { toolCount } from './tools.ts';

/** A usual picture in base64; the smallest limit that proxies come with is 1 MB. */
const BYTES = 2 * 1024 * 1024;

/** Pictures travel in the body of a call. */
export const bodySize: Check = {
  id: 'body_size',
  group: 'handshake',
  title: 'Large calls',
  needs: ['tools'],
  async run(walk) {
    const visit = await walk.visit(MCP_PATH, { ...toolsList(BYTES), isAuthorized: true });
    if (toolCount(visit) !== undefined) return green('A call of 2 MB arrives whole.');
    if (isCut(visit))
      return amber(
        'Calls of 2 MB do not get through, so assistants cannot add larger pictures: the service in front of this server limits request bodies.',
        'Raise the limit to 20 MB (nginx: client_max_body_size 20m). Smaller calls are not affected.',
      );
    return explainAnswer(walk, visit);
  },
};

/** Proxies answer 413 before the body has come, and often cut the connection so early that the answer is lost. */
function isCut(visit: Visit): boolean {
  if (visit.kind === 'none') return visit.code === 'EPIPE' || visit.code === 'ECONNRESET';
  return visit.status === 413;
}
