import { green, red, type Check, type Verdict } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { jsonOf, type Visit } from '../walk.ts';

/** "It fails with 401 if an intermediary removes or intercepts that header" (specification, Authentication 8). */
export const tools: Check = {
  id: 'tools',
  group: 'handshake',
  title: 'Call with a token',
  needs: ['challenge'],
  async run(walk) {
    const visit = await walk.once('tools');
    const count = toolCount(visit);
    if (count !== undefined) return green(`The Authorization header arrives; ${count} tools were listed.`);
    return explainAuthorization(visit) ?? explainAnswer(walk, visit);
  },
};

/** How many tools an answer lists; undefined when it is not a list of tools. */
export function toolCount(visit: Visit): number | undefined {
  const result = visit.kind === 'answer' && visit.status === 200 ? jsonOf(visit)?.['result'] : undefined;
  if (typeof result !== 'object' || result === null || !('tools' in result)) return undefined;
  return Array.isArray(result.tools) ? result.tools.length : undefined;
}

/** Whether the credential was lost or changed on the way. */
function explainAuthorization({ arrival }: Visit): Verdict | undefined {
  if (arrival?.authorization === 'absent')
    return red(
      'The call arrives without its Authorization header: something in front of this server removes it, so every call of an assistant fails.',
      'Let the proxy pass Authorization on (Apache: CGIPassAuth or SetEnvIf; nginx: no proxy_set_header Authorization ""), and switch off a sign-in of its own such as Cloudflare Access or basic authentication.',
    );
  if (arrival?.authorization === 'changed')
    return red(
      'The call arrives with another Authorization header than was sent: something in front of this server puts in its own.',
      'Switch off basic authentication, or rules that set Authorization, for this host.',
    );
  return undefined;
}
