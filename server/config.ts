import { BlockList, isIP } from 'node:net';
import { posix, resolve, win32 } from 'node:path';
import type { HttpLimits } from './faces/http/limits.ts';
import type { McpLimits } from './faces/mcp/limits.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';

/** Everything that the program can be told at start. Parsed once; nothing else reads flags or the environment. */
export interface Config {
  /** Absolute path of the folder that holds the workspace. */
  dataFolder: string;
  /** Port of the public listener; 0 picks a free one. */
  port: number;
  /** Port that is kept for the local listener (design §3). */
  localPort: number;
  /** Address that the public listener binds to. */
  host: string;
  /** Whether a flag or a variable named them: those win over the workspace's settings. */
  given: { port: boolean; host: boolean };
  /** What everything that we advertise starts with, without a trailing slash; null: the request's own address. */
  baseUrl: string | null;
  /** Host names that a request may ask for, beside loopback names and the base URL's. */
  allowedHosts: string[];
  /** Addresses or CIDR ranges of the owner's reverse proxies; null when none were named. */
  trustedProxies: string[] | null;
  logLevel: LogLevel;
  /** `off` answers searches with 503; for measurements. */
  search: 'lunr' | 'off';
  /** Other limits than the standing ones. For embedders and tests: neither flag nor variable sets them. */
  limits?: { http?: Partial<HttpLimits>; mcp?: McpLimits };
}

export interface ConfigSources {
  /** Command-line flags by their long name, e.g. `local-port`. They win over the environment. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** The person's home folder. */
  home: string;
}

/** All that is wrong with the configuration, one sentence a problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Flags and environment variables as one configuration, with the defaults of design §7.
 *
 * @throws {ConfigError} naming every problem at once.
 */
export function parseConfig(sources: ConfigSources): Config {
  const problems: string[] = [];
  const isGiven = (key: string) =>
    sources.flags[key] !== undefined || (sources.env[variableOf(key)] ?? '') !== '';
  const read = <T>(key: string, parse: (text: string) => T, fallback: T): T => {
    const flag = sources.flags[key];
    const variable = variableOf(key);
    const text = flag ?? sources.env[variable];
    if (text === undefined || (flag === undefined && text === '')) return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      problems.push(`${flag === undefined ? variable : `--${key}`} ${error.message}, not “${text}”.`);
      return fallback;
    }
  };

  const config: Config = {
    // --data, COMMONPLACE_DATA: the workspace's folder.
    dataFolder: read('data', folder, defaultDataFolder(sources)),
    // --port, COMMONPLACE_PORT: the public listener. Fixed, because connected apps and tunnels remember it.
    port: read('port', port, 7420),
    // --local-port, COMMONPLACE_LOCAL_PORT: the listener for the workspace's owner.
    localPort: read('local-port', port, 7421),
    // --host, COMMONPLACE_HOST: 127.0.0.1 answers this computer only, 0.0.0.0 the local network too.
    host: read('host', address, '127.0.0.1'),
    given: { port: isGiven('port'), host: isGiven('host') },
    // --base-url, COMMONPLACE_BASE_URL: the public address, e.g. of a reverse proxy.
    baseUrl: read<string | null>('base-url', baseUrl, null),
    // COMMONPLACE_ALLOWED_HOSTS: more names that this server answers to, separated by commas.
    allowedHosts: read('allowed-hosts', list(hostName), []),
    // --trusted-proxies, COMMONPLACE_TRUSTED_PROXIES: addresses or ranges, separated by commas. They say who asked
    // (X-Forwarded-For) and whether it was over https (X-Forwarded-Proto).
    trustedProxies: read<string[] | null>('trusted-proxies', list(addressRange), null),
    // COMMONPLACE_LOG_LEVEL: how much the log on standard error says.
    logLevel: read<LogLevel>('log-level', oneOf(LOG_LEVELS), 'info'),
    // COMMONPLACE_SEARCH: `off` starts without the search index.
    search: read('search', oneOf(['lunr', 'off'] as const), 'lunr'),
  };
  if (config.port !== 0 && config.port === config.localPort) {
    problems.push(`--port and --local-port must differ; both are ${config.port}.`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * Names and addresses under which others reach this server: none of them is ever fetched from (security S2).
 *
 * @param publicUrls public addresses as they stand at the moment; null where there is none
 */
export function ownHosts(config: Config, publicUrls: readonly (string | null)[]): string[] {
  const names = [...config.allowedHosts, config.host];
  for (const url of publicUrls) if (url !== null) names.push(new URL(url).hostname);
  return names.map((name) => name.toLowerCase().replaceAll(/^\[|\]$/g, ''));
}

/** What is unsafe about a valid configuration, said once at start. */
export function configWarnings(config: Config): string[] {
  const warnings: string[] = [];
  const isOpen = config.host !== 'localhost' && !isLoopbackAddress(config.host);
  if (isOpen)
    warnings.push(`Listening on ${config.host}: other computers of this network can reach the server.`);
  if (config.baseUrl?.startsWith('http:') && !isLoopbackUrl(config.baseUrl)) {
    warnings.push(`The base URL ${config.baseUrl} is not https: tokens travel readable by others.`);
  }
  if (config.trustedProxies?.some((range) => range.endsWith('/0'))) {
    warnings.push('Every address is a trusted proxy: any visitor can pass for any other.');
  }
  return warnings;
}

/** `local-port` → `COMMONPLACE_LOCAL_PORT` */
function variableOf(key: string): string {
  return `COMMONPLACE_${key.toUpperCase().replaceAll('-', '_')}`;
}

/** The folder where the platform keeps a person's application data (XDG, Apple, Microsoft). */
function defaultDataFolder({ env, platform, home }: ConfigSources): string {
  if (platform === 'win32') {
    return win32.join(env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), 'Commonplace');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Commonplace');
  return posix.join(env['XDG_DATA_HOME'] || posix.join(home, '.local', 'share'), 'commonplace');
}

/** Thrown by the parsers below; the message continues “--flag …”. */
class Invalid extends Error {}

function folder(text: string): string {
  if (text === '' || text.includes('\0')) throw new Invalid('must be the path of a folder');
  return resolve(text);
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new Invalid('must be a port, 0 to 65535');
  return number;
}

function address(text: string): string {
  if (isIP(text) === 0 && text !== 'localhost') throw new Invalid('must be an IP address or localhost');
  return text;
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Invalid('must be an address such as https://kb.example.com, without a path');
  return url.origin;
}

function hostName(text: string): string {
  const name = text.toLowerCase();
  if (!/^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/.test(name) && isIP(text) === 0) {
    throw new Invalid('must be host names without port, separated by commas');
  }
  return name;
}

function addressRange(text: string): string {
  const [start = '', ...rest] = text.split('/');
  const family = isIP(start);
  const isPrefix = rest.every(
    (prefix) => /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32),
  );
  // A connection's address has neither form, so such an entry would never be the one.
  const isOther = start.includes('%') || /^::ffff:\d+\./i.test(start);
  if (family === 0 || isOther || rest.length > 1 || !isPrefix)
    throw new Invalid('must be IP addresses or ranges such as 10.0.0.0/8, separated by commas');
  return text;
}

function list(parse: (text: string) => string): (text: string) => string[] {
  return (text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parse);
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new Invalid(`must be one of ${values.join(', ')}`);
    return value;
  };
}

export function isLoopbackAddress(text: string): boolean {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return isIP(text) !== 0 && loopback.check(text, isIP(text) === 6 ? 'ipv6' : 'ipv4');
}

function isLoopbackUrl(text: string): boolean {
  const name = new URL(text).hostname.replaceAll(/^\[|\]$/g, '');
  return name === 'localhost' || isLoopbackAddress(name);
}
