import { isIP } from 'node:net';
import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { PublicReach } from '../../tunnel-ports.ts';
import { addressList } from './address-list.ts';
import { headerValues, peerAddress, type RequestHead } from './request-context.ts';

export interface BaseUrlOptions {
  /** Where others reach us at the moment; nowhere else when absent. Asked at each request. */
  reach?: (() => PublicReach) | undefined;
  /** Further host names that callers may use, with or without a port. */
  allowedHosts?: readonly string[] | undefined;
  /** Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-Proto` is believed. Loopback when nobody named any. */
  trustedProxies?: readonly string[] | null | undefined;
}

/**
 * @throws {AppError} bad_request without exactly one well-formed Host, unknown_host for one that is not ours,
 *   `PublicAccessPaused` for callers from elsewhere while it is
 */
export type ResolveBaseUrl = (req: RequestHead) => string;

/** What callers from elsewhere are told while public access is paused. */
export class PublicAccessPaused extends AppError {
  constructor() {
    super('unavailable', 'The owner of this workspace has paused public access.', {
      hint: 'Try again later, or ask the owner to resume it.',
    });
  }
}

const LOOPBACK_PROXIES = ['127.0.0.0/8', '::1'];
const HOST = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::(0|[1-9][0-9]{0,4}))?$/;

/** What a reverse proxy or a tunnel adds to what it forwards. */
const FORWARDED_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-connecting-ip',
];

const NOT_PUBLIC: PublicReach = { fixedUrl: null, trialUrl: null, isPaused: false };

/**
 * Builds the start of every link that we answer with, from configuration and the tunnel's state (security D1, design
 * §3): the fixed public address whatever the request says; without one, the trial's for requests that were sent there,
 * and else the Host that the caller used, if it is on the list, with the scheme that a trusted proxy names. Any other
 * Host is refused, so that neither a rebound name nor a forged header ever reaches a face (security D2, E6).
 */
export function createBaseUrl({
  reach = () => NOT_PUBLIC,
  allowedHosts = [],
  trustedProxies,
}: BaseUrlOptions): ResolveBaseUrl {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const proxies = addressList(trustedProxies ?? LOOPBACK_PROXIES);
  const publicNames = createPublicNames(reach);

  function checkHost(req: RequestHead): { host: string; isPublic: boolean } {
    const [host, second] = headerValues(req, 'host');
    if (host === undefined) throw badRequest('The request has no Host header.');
    if (second !== undefined) throw badRequest('The request has more than one Host header.');
    const lower = host.toLowerCase();
    const [, name, port = '80'] = HOST.exec(lower) ?? [];
    if (name === undefined || Number(port) > 65_535) throw badRequest('The Host header is malformed.');
    const isPublic = publicNames().has(name);
    const isOurs =
      isPublic ||
      LOOPBACK_HOSTS.has(name) ||
      allowed.has(lower) ||
      allowed.has(name) ||
      isOwnAddress(name, req);
    if (!isOurs) throw unknownHost();
    return { host: lower, isPublic };
  }

  return (req) => {
    const { host, isPublic } = checkHost(req);
    const { fixedUrl, trialUrl, isPaused } = reach();
    if (isPaused && (isPublic || isForwarded(req))) throw new PublicAccessPaused();
    if (fixedUrl !== null) return fixedUrl;
    if (trialUrl !== null && isPublic) return trialUrl;
    const isForwardedHttps = forwardedScheme(req) === 'https' && proxies(peerAddress(req));
    // Without the port that goes without saying: clients compare addresses as texts.
    return isForwardedHttps ? `https://${host.replace(/:443$/, '')}` : `http://${host.replace(/:80$/, '')}`;
  };
}

/** Names that the public address is asked for by; worked out anew when it changes only. */
function createPublicNames(reach: () => PublicReach): () => ReadonlySet<string> {
  let known: { of: PublicReach; names: ReadonlySet<string> } | undefined;
  return () => {
    const current = reach();
    if (known?.of !== current) known = { of: current, names: namesOf(current) };
    return known.names;
  };
}

function namesOf({ fixedUrl, trialUrl }: PublicReach): ReadonlySet<string> {
  const urls = [fixedUrl, trialUrl].filter((url) => url !== null);
  return new Set(urls.map((url) => new URL(url).hostname));
}

/** Whether somebody has passed the request on. While public access is paused, nobody else's requests are answered. */
function isForwarded({ headers }: RequestHead): boolean {
  return FORWARDED_HEADERS.some((name) => headers[name] !== undefined);
}

/** What the outermost of several proxies says that it was reached by: the first value, schemes having no case (RFC 3986). */
function forwardedScheme({ headers }: RequestHead): string | undefined {
  const [first] = [headers['x-forwarded-proto'] ?? []].flat();
  return first?.split(',', 1)[0]?.trim().toLowerCase();
}

/** An address in figures that the connection really came in on cannot be a rebound name. */
function isOwnAddress(name: string, req: RequestHead): boolean {
  const bare = name.startsWith('[') ? name.slice(1, -1) : name;
  if (isIP(bare) === 0) return false;
  const own = req.socket.localAddress ?? '';
  return bare === own || `::ffff:${bare}` === own;
}

function unknownHost(): AppError {
  return new AppError('unknown_host', 'This server does not answer for the host name of the request.', {
    hint: 'Use the address that the server names when it starts, or start it with COMMONPLACE_ALLOWED_HOSTS=NAME.',
  });
}
