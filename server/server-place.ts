import { networkInterfaces } from 'node:os';
import { isLoopbackAddress, type Config } from './config.ts';
import type { Settings } from './domain/settings.ts';

/** Where the program keeps this workspace and answers for it. */
export interface ServerPlace {
  /** Absolute path of the data folder. */
  dataFolder: string;
  /** What a flag or a variable has decided, so that the settings do not. */
  given: Config['given'];
  /** Where the public listener stands; null where nobody listens, e.g. for a command of its own. */
  listening: { port: number; isOnNetwork: boolean } | null;
  /** The settings as they were when it began to listen. */
  startedWith: Pick<Settings, 'port' | 'local_network'> | null;
}

const THIS_COMPUTER = '127.0.0.1';
const EVERY_ADDRESS = '0.0.0.0';

/** The configuration with what the workspace's settings say, unless a flag or a variable said otherwise. */
export function withSettings(config: Config, settings: Pick<Settings, 'port' | 'local_network'>): Config {
  const { given } = config;
  return {
    ...config,
    port: given.port ? config.port : settings.port,
    host: given.host ? config.host : settings.local_network ? EVERY_ADDRESS : THIS_COMPUTER,
  };
}

/** Whether other computers reach what listens at an address. */
export function isOnNetwork(host: string): boolean {
  return host !== 'localhost' && !isLoopbackAddress(host);
}

/** Whether what listens at an address answers at this computer's own 127.0.0.1 too. */
export function isOnLoopback(host: string): boolean {
  return ['localhost', THIS_COMPUTER, EVERY_ADDRESS, '::'].includes(host);
}

/** Where other computers of the local network reach a listener on every address; null for any other listener. */
export function networkUrl(host: string, port: number): string | null {
  if (host !== EVERY_ADDRESS) return null;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return own ? `http://${own.address}:${port}` : null;
}
