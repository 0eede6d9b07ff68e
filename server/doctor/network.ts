import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

export interface Route {
  addresses: readonly LookupAddress[];
  port: number;
}

/** The way from the doctor to the outside. Tests lead it to a server of their own. */
export interface Network {
  /** What name servers say. @throws {Error} with a code of the resolver, e.g. `ENOTFOUND` */
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
  /** Where an address is really reached: at itself, but in tests. */
  route(to: Route): Route;
  /** Certificates (PEM) that are trusted beside those that everybody trusts. */
  authorities: readonly string[];
}

/** As any program on this computer reaches the internet; no proxy is asked. */
export const internet: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  route: (to) => to,
  authorities: [],
};
