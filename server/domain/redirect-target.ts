import { LOOPBACK_HOSTS } from './loopback.ts';

/** Where an app is sent back to after consent, for people to judge. */
export interface RedirectTarget {
  /**
   * `web`: a server; `loopback`: a program on the person's own computer; `private`: whatever program has claimed
   * the address's scheme there.
   */
  kind: 'web' | 'loopback' | 'private';
  /** Host in punycode with its port, or the scheme with its colon: `claude.ai`, `127.0.0.1:7777`, `cursor:`. */
  host: string;
}

/** @param uri a redirect address that was accepted at registration */
export function redirectTarget(uri: string): RedirectTarget {
  const { protocol, hostname, host } = new URL(uri);
  if (protocol !== 'https:' && protocol !== 'http:') return { kind: 'private', host: protocol };
  return { kind: LOOPBACK_HOSTS.has(hostname) ? 'loopback' : 'web', host };
}
