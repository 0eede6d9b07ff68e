import { green, red, type Check } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { jsonOf, type Walk } from '../walk.ts';

/** Whether the address leads to this very workspace: its answer holds our id and the number that was sent. */
export const identity: Check = {
  id: 'identity',
  group: 'address',
  title: 'Leads to this server',
  needs: ['port', 'certificate'],
  async run(walk) {
    const visit = await walk.once('health');
    const health = jsonOf(visit);
    if (visit.kind === 'none' || visit.status !== 200 || typeof health?.['instance_id'] !== 'string')
      return explainAnswer(walk, visit);
    if (health['instance_id'] !== walk.services.store.instanceId)
      return red(
        `${walk.url.host} leads to another Commonplace workspace.`,
        'Let the proxy or tunnel lead to this server, or run the checks where that workspace lives.',
      );
    if (health['nonce'] !== walk.nonce)
      return red(
        'The answer is an old one that was kept on the way (cached).',
        'Switch caching off for this host in the service in front of this server.',
      );
    // Strict proxies drop headers that they do not know; then nobody sees what arrived.
    walk.seesArrivals = visit.arrival !== undefined;
    if (await someLeadElsewhere(walk))
      return red(
        `Some requests to ${walk.url.host} lead to this server, and some lead elsewhere.`,
        'The same tunnel token probably runs on another computer too, or the DNS record names several addresses: stop the other one.',
      );
    const connector = walk.services.publicAccess.tunnel.connectorId;
    const isOurTunnel = connector !== null && visit.arrival?.connectorId === connector;
    return green(`This workspace answers at ${walk.base}${isOurTunnel ? ', through its own tunnel' : ''}.`);
  },
};

/** As many as a tunnel with two computers behind it hardly ever gives to one of them alone. */
const MORE_VISITS = 5;

/** Two programs with one tunnel's token share its requests: then each one that connects fails now and then. */
async function someLeadElsewhere(walk: Walk): Promise<boolean> {
  const visits = await Promise.all(
    Array.from({ length: MORE_VISITS }, () => walk.visit(`/healthz?nonce=${walk.nonce}`)),
  );
  const { instanceId } = walk.services.store;
  return visits.some((visit) => visit.kind === 'answer' && jsonOf(visit)?.['instance_id'] !== instanceId);
}
