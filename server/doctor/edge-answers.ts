import { amber, red, type Verdict } from './check.ts';
import { explainNoAnswer } from './failed-connections.ts';
import type { Answer } from './outbound.ts';
import type { Visit, Walk } from './walk.ts';

export const LET_BOTS_THROUGH =
  'Let assistants through there. In Cloudflare: Security → Bots, switch off “Block AI bots” and Bot Fight Mode for this host, and allow Claude-User and ChatGPT-User under AI Crawl Control.';

/**
 * Why an answer is not the one that this server gives: what usually stands between a server and the internet, told by
 * how it answers (decisions §4, asks 1-10; mcp-oauth §6). The most telling sign comes first.
 */
export function explainAnswer(walk: Walk, visit: Visit): Verdict {
  if (visit.kind === 'none') return explainNoAnswer(visit.code, walk);
  if (isOwnAnswer(walk, visit)) return explainOwnAnswer(walk, visit);
  return (
    signInInFront(visit) ??
    explainRedirect(walk, visit) ??
    tunnelDown(visit) ??
    botRule(visit) ??
    BY_STATUS[visit.status] ??
    otherProgram(walk, visit)
  );
}

/** Where marks are lost on the way, our own answers are known by their form. */
function isOwnAnswer(walk: Walk, visit: Answer & Visit): boolean {
  if (visit.arrival !== undefined || walk.seesArrivals) return visit.arrival !== undefined;
  return visit.headers['x-request-id'] !== undefined && visit.text.startsWith('{');
}

/** A redirect of the whole address: calls lose their Authorization header and their body on it (mcp-oauth §6). */
export function explainRedirect({ url }: Pick<Walk, 'url'>, answer: Answer): Verdict | undefined {
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status > 399 || location === undefined) return undefined;
  const target = new URL(location, url);
  const where = target.origin === url.origin ? target.href : target.origin;
  return red(
    `The address redirects to ${where}. Assistants lose their token, or the body of their request, on a redirect.`,
    target.origin === url.origin
      ? 'Take the redirect away in the service in front of this server.'
      : `Use ${target.origin} as the address everywhere, or take the redirect away in the service in front of this server.`,
  );
}

/** Cloudflare Access and its like (decisions §4, ask 5). */
function signInInFront({ status, headers, text }: Answer): Verdict | undefined {
  const isAccess =
    /cloudflareaccess\.com|\/cdn-cgi\/access\//i.test(headers.location ?? '') ||
    /cloudflareaccess\.com|Cloudflare Access/i.test(text.slice(0, 20_000));
  if (isAccess)
    return red(
      'Cloudflare Access stands in front of the address and asks for a sign-in of its own, which assistants cannot give.',
      'In the Cloudflare dashboard under Zero Trust → Access → Applications, remove the application for this host, or add a bypass for it. This server asks for sign-in itself.',
    );
  const challenge = headers['www-authenticate'];
  if (status !== 401 && status !== 407) return undefined;
  return red(
    `Something in front of this server asks for a password of its own${challenge === undefined ? '' : ` (${challenge.split(/[\s,]/, 1)[0] ?? ''})`}.`,
    'Switch off the password protection of the proxy for this host. This server asks for sign-in itself.',
  );
}

function tunnelDown({ status, text }: Answer): Verdict | undefined {
  if (status !== 530 && !/error (?:code: )?1033|Argo Tunnel error/i.test(text.slice(0, 20_000)))
    return undefined;
  return red(
    'Cloudflare knows the address, but no tunnel is connected to it (error 1033): the tunnel sleeps or was stopped.',
    'Start the tunnel under Public address; if it says that it is online, the address belongs to another tunnel: check the public hostname in the Cloudflare dashboard.',
  );
}

function botRule({ status, headers, text }: Answer): Verdict | undefined {
  const start = text.slice(0, 20_000);
  const isCloudflare =
    headers['cf-mitigated'] !== undefined || /Just a moment|Attention Required|cf-chl/i.test(start);
  if (status !== 403 && status !== 406 && status !== 429 && !isCloudflare) return undefined;
  if (status === 429)
    return amber(
      'The service in front of this server says that there were too many requests.',
      'Wait a minute and run the checks again. If it stays, raise the rate limit there.',
    );
  return red(
    `A bot rule or firewall in front of this server refuses the request (${status}); it never arrived here.`,
    LET_BOTS_THROUGH,
  );
}

const BAD_ORIGIN = red(
  'The proxy or tunnel is there, but does not reach this server behind it (bad gateway).',
  'Let it lead to the port that this server listens on (row “Port”), as http://localhost:PORT: not https, and not another port.',
);
const TOO_SLOW = red(
  'The proxy or tunnel waited too long for this server.',
  'Look whether this computer was asleep or is very busy; run the checks again.',
);

const BY_STATUS: Readonly<Record<number, Verdict>> = {
  413: red(
    'The service in front of this server refuses a request of this size.',
    'Raise its limit for request bodies to 20 MB (nginx: client_max_body_size 20m).',
  ),
  502: BAD_ORIGIN,
  503: red(
    'The service in front of this server says that nothing is available behind it.',
    'Look whether its configuration has a rule for this host; a Cloudflare tunnel without a public hostname answers so.',
  ),
  504: TOO_SLOW,
  520: BAD_ORIGIN,
  521: BAD_ORIGIN,
  522: TOO_SLOW,
  523: BAD_ORIGIN,
  524: TOO_SLOW,
  525: BAD_ORIGIN,
  526: BAD_ORIGIN,
};

/** The request got through: what is wrong is between it and our own configuration. */
function explainOwnAnswer({ url, services }: Walk, answer: Answer): Verdict {
  if (answer.status === 503 && services.publicAccess.isPaused)
    return red('Public access is paused, so nobody is answered here.', 'Resume it under Public address.');
  if (answer.status === 421)
    return red(
      `The request arrives, but under a host name that this server does not answer for: it does not know ${url.host}, or the proxy in front replaces the name.`,
      `Set ${url.origin} as the public address (or start with --base-url ${url.origin}), and let the proxy keep the Host header (nginx: proxy_set_header Host $host).`,
    );
  if (answer.status === 429)
    return amber(
      'This server says that there were too many requests of this kind.',
      'Wait ten minutes and run the checks again.',
    );
  return red(
    `This server itself answered ${answer.status}, which was not expected here.`,
    'Look into the log of the server; the time of this check leads to the line.',
  );
}

function otherProgram({ services, url }: Walk, { status }: Answer): Verdict {
  const { port } = services.publicAccess;
  return red(
    `Another program answers at ${url.host} (${status}); the request never arrived here.`,
    `Let the proxy or tunnel lead to this server${port === null ? '' : `, http://localhost:${port}`}: probably it names another port or another computer. Check the DNS record too.`,
  );
}
