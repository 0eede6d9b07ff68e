import { connect, type PeerCertificate } from 'node:tls';
import { amber, green, red, skipped, type Check, type Verdict } from '../check.ts';
import { explainNoAnswer } from '../failed-connections.ts';
import { codeOf } from '../failure-codes.ts';
import { answerWith, trustedBy } from '../outbound.ts';
import type { Walk } from '../walk.ts';

const DAY_MS = 86_400_000;
/** Those who renew by themselves do so earlier than this. */
const SOON_DAYS = 10;

/** "… and a CA-signed certificate" (specification, Authentication 8). */
export const certificate: Check = {
  id: 'certificate',
  group: 'address',
  title: 'Certificate',
  needs: ['dns'],
  async run(walk) {
    if (walk.url.protocol === 'http:') return withoutCertificate(walk);
    try {
      const { problem, found } = await presented(walk);
      return problem === null ? validity(found, walk) : explainProblem(problem, found, walk);
    } catch (error) {
      return explainNoAnswer(codeOf(error), walk);
    }
  },
};

function withoutCertificate({ isLoopback, url }: Walk): Verdict {
  if (isLoopback) return skipped('None is needed on this computer itself.');
  return red(
    `${url.origin} is not encrypted: passwords and tokens would travel readable by others, so apps cannot sign in there.`,
    'Use an https address: a tunnel under Public address, or a proxy with a certificate in front of this server.',
  );
}

interface Presented {
  /** Why the certificate is not believed, as OpenSSL or Node names it; null when it is. */
  problem: string | null;
  found: PeerCertificate;
}

/** The certificate that is shown at the address, believed or not. */
async function presented({ url, network, patienceMs, signal }: Walk): Promise<Presented> {
  const addresses = await network.resolve(url.hostname);
  const way = network.route({ addresses, port: Number(url.port) || 443 });
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: way.port,
      servername: url.hostname,
      lookup: answerWith(way.addresses),
      // Nothing is sent over this connection: it only looks at what is shown.
      rejectUnauthorized: false,
      ...trustedBy(network),
    });
    const end = (settle: () => void) => {
      limit.removeEventListener('abort', late);
      socket.destroy();
      settle();
    };
    const late = () => end(() => reject(Object.assign(new Error('late'), { code: 'TIMEOUT' })));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    limit.addEventListener('abort', late, { once: true });
    socket.once('error', (error) => end(() => reject(error)));
    socket.once('secureConnect', () => {
      const problem = socket.authorized ? null : String(socket.authorizationError);
      const found = socket.getPeerCertificate();
      end(() => resolve({ problem, found }));
    });
  });
}

function validity({ valid_to: until, issuer }: PeerCertificate, { services, url }: Walk): Verdict {
  const days = Math.floor((Date.parse(until) - services.clock.now()) / DAY_MS);
  const by = issuerName(issuer);
  if (days < SOON_DAYS)
    return amber(
      `The certificate of ${url.hostname} ends in ${days} ${days === 1 ? 'day' : 'days'}.`,
      'Renew it, and find out why it was not renewed by itself.',
    );
  return green(`Good for ${url.hostname}${by}, for ${days.toLocaleString('en')} more days.`);
}

function issuerName(issuer: PeerCertificate['issuer'] | undefined): string {
  const name = [issuer?.O ?? issuer?.CN ?? []].flat()[0];
  return name === undefined ? '' : `, from ${name}`;
}

function explainProblem(problem: string, found: PeerCertificate, { url }: Walk): Verdict {
  const { hostname } = url;
  switch (problem) {
    case 'CERT_HAS_EXPIRED':
      return red(
        `The certificate of ${hostname} has expired, on ${new Date(found.valid_to).toISOString().slice(0, 10)}.`,
        'Renew it at the proxy in front of this server, and find out why it was not renewed by itself.',
      );
    case 'CERT_NOT_YET_VALID':
      return red(
        `The certificate of ${hostname} is not good yet.`,
        'Check date and time of this computer; if they are right, those of whoever made the certificate were wrong.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return red(
        `The certificate is for another name than ${hostname}${namesIn(found)}.`,
        `Get one for ${hostname} at the proxy in front of this server, or use the name that it is for.`,
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return red(
        'The certificate signs itself. Assistants believe only certificates of public authorities.',
        'Get a free one from Let’s Encrypt (Caddy does so by itself), or use a tunnel.',
      );
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return red(
        'The certificate cannot be traced to a public authority: those between are missing, or the authority is not public.',
        'Let the proxy send the whole chain (the file that is called fullchain.pem).',
      );
    default:
      return red(`The certificate is not believed (${problem}).`, 'Get a new one from a public authority.');
  }
}

function namesIn({ subjectaltname }: PeerCertificate): string {
  const names = (subjectaltname ?? '').replaceAll('DNS:', '').slice(0, 120);
  return names === '' ? '' : `: it is for ${names}`;
}
