import { red, type Verdict } from './check.ts';
import type { Walk } from './walk.ts';

const FROM_INSIDE =
  'Some home routers do not let a computer reach its own public address: open it on a phone without Wi-Fi to be sure.';

/** Why there was no answer at all, by the code of the failure. */
export function explainNoAnswer(
  code: string,
  { url, patienceMs }: Pick<Walk, 'url' | 'patienceMs'>,
): Verdict {
  const { hostname } = url;
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return red(
        `No name server knows ${hostname}.`,
        'Check the spelling. For a domain of your own, add its DNS record at your provider (for a tunnel: a public hostname in the Cloudflare dashboard); new records take some minutes.',
      );
    case 'EAI_AGAIN':
      return red(
        'The name servers do not answer: this computer is probably not online.',
        'Check the internet connection of this computer, then run the checks again.',
      );
    case 'ECONNREFUSED':
      return red(
        `Nothing answers at ${hostname}, port ${portOf(url)}.`,
        `Start the proxy or tunnel in front of this server, and check that its port is open. ${FROM_INSIDE}`,
      );
    case 'TIMEOUT':
    case 'ETIMEDOUT':
      return red(
        `There was no answer within ${seconds(patienceMs)}; assistants give up after 10 seconds.`,
        `Something on the way is very slow, or a firewall swallows the request. ${FROM_INSIDE}`,
      );
    case 'ECONNRESET':
    case 'EPIPE':
      return red(
        'The connection was cut before the answer came.',
        'Look into the log of the proxy or tunnel in front of this server: it reaches the server and gives up, or it refuses the request.',
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return red(
        `There is no way to ${hostname} from this computer.`,
        'Check the internet connection, and whether the DNS record still names the right address.',
      );
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return red(
        `Port ${portOf(url)} of ${hostname} does not speak https.`,
        'Let the proxy in front of this server end TLS on this port; the server itself speaks plain http.',
      );
    default:
      return red(
        `The address could not be reached (${code}).`,
        'Check the address and the proxy or tunnel in front of this server.',
      );
  }
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** A duration as people say it. */
export function seconds(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  const count = Math.round(ms / 100) / 10;
  return count === 1 ? '1 second' : `${count} seconds`;
}
