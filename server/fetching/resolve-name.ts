import { Resolver } from 'node:dns/promises';

/** All addresses of a host name, in figures; none when there are none. Ends early when `signal` is aborted. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/** One question to one name server; the second try has twice as long. */
const FIRST_TRY_MS = 1_000;
const TRIES = 2;

export interface NameServers {
  /** `address:port`; the computer's own name servers when absent. */
  servers?: readonly string[];
}

/**
 * Asks the name servers directly. The system's own look-up would answer from files of this computer as well, and
 * would hold one of the four threads that the disk needs for as long as a hostile name server keeps silent.
 */
export function createNameResolver({ servers }: NameServers = {}): ResolveName {
  return async (name, signal) => {
    // A new one each time, because the computer may have changed networks since.
    const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
