import { BlockList, isIP } from 'node:net';
import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';
import { AppError, badRequest } from '../../errors.ts';
import { headerValues, peerAddress, type RequestHead } from './request-context.ts';

export interface BaseUrlOptions {
  /** The public address, when one is configured: `https://kb.example.com`, no path. */
  baseUrl?: string | undefined;
  /** Further host names that callers may use, with or without a port. */
  allowedHosts?: readonly string[] | undefined;
  /** Addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-Proto` is believed. Loopback when absent. */
  trustedProxies?: readonly string[] | undefined;
}

/** @throws {AppError} bad_request without exactly one well-formed Host, unknown_host for one that is not ours */
export type ResolveBaseUrl = (req: RequestHead) => string;

const LOOPBACK_PROXIES = ['127.0.0.0/8', '::1'];
const HOST = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::(0|[1-9][0-9]{0,4}))?$/;

/**
 * Builds the start of every link that we answer with, from configuration (security D1, design §3): the
 * configured address whatever the request says; without one, the Host that the caller used, if it is on the
 * list, with the scheme that a trusted proxy names. Any other Host is refused, so that neither a rebound name
 * nor a forged header ever reaches a face (security D2, E6).
 */
export function createBaseUrl({
  baseUrl,
  allowedHosts = [],
  trustedProxies,
}: BaseUrlOptions): ResolveBaseUrl {
  const configured = baseUrl === undefined ? undefined : new URL(baseUrl);
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  if (configured) allowed.add(configured.host).add(configured.hostname);
  const proxies = addressList(trustedProxies ?? LOOPBACK_PROXIES);

  function checkHost(req: RequestHead): string {
    const [host, second] = headerValues(req, 'host');
    if (host === undefined) throw badRequest('The request has no Host header.');
    if (second !== undefined) throw badRequest('The request has more than one Host header.');
    const lower = host.toLowerCase();
    const [, name, port = '80'] = HOST.exec(lower) ?? [];
    if (name === undefined || Number(port) > 65_535) throw badRequest('The Host header is malformed.');
    const isOurs =
      LOOPBACK_HOSTS.has(name) || allowed.has(lower) || allowed.has(name) || isOwnAddress(name, req);
    if (!isOurs) throw unknownHost();
    return lower;
  }

  return (req) => {
    const host = checkHost(req);
    if (configured) return configured.origin;
    const isForwardedHttps = forwardedScheme(req) === 'https' && proxies(peerAddress(req));
    // Without the port that goes without saying: clients compare addresses as texts.
    return isForwardedHttps ? `https://${host.replace(/:443$/, '')}` : `http://${host.replace(/:80$/, '')}`;
  };
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

function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Of a well-formed address. Node's own test compiles a long pattern, which a start would wait for. */
function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

function unknownHost(): AppError {
  return new AppError('unknown_host', 'This server does not answer for the host name of the request.', {
    hint: 'Use the address that the server names when it starts, or start it with COMMONPLACE_ALLOWED_HOSTS=NAME.',
  });
}
