import { COMMAND } from '../../command-name.ts';
import { green, red, type Check } from '../check.ts';
import { send } from '../outbound.ts';
import { internet } from '../network.ts';

/** The server itself, without anything in front of it. */
export const port: Check = {
  id: 'port',
  group: 'server',
  title: 'Port',
  needs: [],
  async run({ facts, services, nonce, patienceMs, signal }) {
    const url = facts.listenerUrl();
    if (url === null)
      return red(
        'No server has this workspace open, so nobody can reach it.',
        `Start Commonplace, or in a terminal: ${COMMAND} serve`,
      );
    const { port: number } = new URL(url);
    const outcome = await send(internet, new URL(`/healthz?nonce=${nonce}`, reachable(url)), {
      timeoutMs: patienceMs,
      signal,
    });
    const isOurs =
      outcome.kind === 'answer' &&
      outcome.text.includes(services.store.instanceId) &&
      outcome.text.includes(nonce);
    if (isOurs) return green(`The server listens on port ${number} and answers.`);
    return red(
      `The server listens on port ${number}, but does not answer there itself.`,
      'Restart the server. If it stays, another program or a firewall on this computer takes the port: choose another one with --port.',
    );
  },
};

/** All addresses of this computer at once are none to connect to. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
