import { isIP } from 'node:net';
import { hasCredentials, notAnAddress, notPublic, ownAddress, wrongPort, wrongScheme } from './refusals.ts';

/** Where one request goes, taken from a URL that was found fit. */
export interface Target {
  url: URL;
  isSecure: boolean;
  /** Name or address in figures, without brackets and without a dot at the end. */
  host: string;
  port: number;
}

export interface TargetRules {
  allowHttp: boolean;
  isAllowedPort: (port: number) => boolean;
  isAllowedAddress: (address: string) => boolean;
  /** Whether this server itself is reached under a name or address. */
  isOwnHost: (host: string) => boolean;
}

const MOST_CHARACTERS = 2048;
/** Names that never belong to the public internet (RFC 6761, 6762, 7686, 8375, and ICANN's `.internal`). */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion|invalid|test|example|lan|corp|home)$/;

/**
 * What a URL asks for, once everything that its text alone tells is in order (security S1, S2). The URL parser has
 * by then turned decimal, octal, hexadecimal and full-width figures into the address that they stand for.
 *
 * @param base the address that redirected here
 * @throws {AppError} bad_request
 */
export function parseTarget(text: string, rules: TargetRules, base?: URL): Target {
  const url = text.length <= MOST_CHARACTERS ? URL.parse(text, base?.href) : null;
  if (!url) throw notAnAddress();
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(rules.allowHttp && url.protocol === 'http:')) throw wrongScheme(rules.allowHttp);
  if (url.username !== '' || url.password !== '') throw hasCredentials();
  const port = Number(url.port === '' ? (isSecure ? 443 : 80) : url.port);
  if (!rules.isAllowedPort(port)) throw wrongPort();
  const host = bareHost(url.hostname);
  checkHost(host, rules);
  return { url, isSecure, host, port };
}

function checkHost(host: string, { isAllowedAddress, isOwnHost }: TargetRules): void {
  if (isOwnHost(host)) throw ownAddress();
  if (isIP(host) === 0 ? !isPublicName(host) : !isAllowedAddress(host)) throw notPublic();
}

function isPublicName(name: string): boolean {
  return name.includes('.') && !LOCAL_NAME.test(name);
}

function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}
