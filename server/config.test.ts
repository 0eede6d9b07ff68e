import { describe, expect, it } from 'vitest';
import { ConfigError, configWarnings, parseConfig, type ConfigSources } from './config.ts';

const parse = (sources: Partial<ConfigSources> = {}) =>
  parseConfig({ flags: {}, env: {}, platform: 'linux', home: '/home/ada', ...sources });

function problemsOf(sources: Partial<ConfigSources>): readonly string[] {
  try {
    parse(sources);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has the defaults of design §7', () => {
    expect(parse()).toEqual({
      dataFolder: '/home/ada/.local/share/commonplace',
      port: 7420,
      localPort: 7421,
      host: '127.0.0.1',
      given: { port: false, host: false },
      baseUrl: null,
      allowedHosts: [],
      trustedProxies: null,
      logLevel: 'info',
      search: 'lunr',
    });
  });

  it.each<[Partial<ConfigSources>, object]>([
    [{ flags: { port: '8080' } }, { port: true, host: false }],
    [{ env: { COMMONPLACE_HOST: '0.0.0.0' } }, { port: false, host: true }],
    [{ env: { COMMONPLACE_PORT: '' } }, { port: false, host: false }],
  ])('knows whether %j named port and host, which then win over the settings', (sources, given) => {
    expect(parse(sources)).toMatchObject({ given });
  });

  it.each<[Partial<ConfigSources>, string]>([
    [{ env: { XDG_DATA_HOME: '/data' } }, '/data/commonplace'],
    [{ platform: 'darwin', home: '/Users/ada' }, '/Users/ada/Library/Application Support/Commonplace'],
    [
      { platform: 'win32', home: 'C:\\Users\\ada', env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' } },
      'C:\\Users\\ada\\AppData\\Roaming\\Commonplace',
    ],
    [{ env: { COMMONPLACE_DATA: '/srv/kb' } }, '/srv/kb'],
    [{ env: { COMMONPLACE_DATA: '/srv/kb' }, flags: { data: '/tmp/kb' } }, '/tmp/kb'],
  ])('finds the data folder for %j', (sources, folder) => {
    expect(parse(sources).dataFolder).toBe(folder);
  });

  it('takes flags before the environment, and an empty variable for none', () => {
    const env = {
      COMMONPLACE_PORT: '8000',
      COMMONPLACE_HOST: '',
      COMMONPLACE_ALLOWED_HOSTS: 'KB.example.com, box',
    };
    expect(parse({ env, flags: { port: '0', 'base-url': 'https://kb.example.com/' } })).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      allowedHosts: ['kb.example.com', 'box'],
      baseUrl: 'https://kb.example.com',
    });
  });

  it.each<[string, string[]]>([
    ['10.0.0.1', ['10.0.0.1']],
    ['127.0.0.1, ::1,fd00::/8', ['127.0.0.1', '::1', 'fd00::/8']],
    ['0.0.0.0/0', ['0.0.0.0/0']],
    ['', []],
  ])('takes the addresses of reverse proxies: “%s”', (text, trustedProxies) => {
    expect(parse({ flags: { 'trusted-proxies': text } })).toMatchObject({ trustedProxies });
  });

  it.each([
    'proxy.lan',
    '10.0.0.1/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0-9',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
  ])('refuses “%s” as the address of a proxy', (text) => {
    expect(problemsOf({ flags: { 'trusted-proxies': text } })).toEqual([
      `--trusted-proxies must be IP addresses or ranges such as 10.0.0.0/8, separated by commas, not “${text}”.`,
    ]);
  });

  it('prints all problems at once, each naming where the value came from', () => {
    const problems = problemsOf({
      flags: { port: '70000', 'base-url': 'https://kb.example.com/path', data: '' },
      env: {
        COMMONPLACE_HOST: 'example.com',
        COMMONPLACE_LOG_LEVEL: 'loud',
        COMMONPLACE_SEARCH: 'on',
        COMMONPLACE_TRUSTED_PROXIES: '10.0.0.0/33',
        COMMONPLACE_ALLOWED_HOSTS: 'kb.example.com:443',
      },
    });
    expect(
      problems.map((problem) => problem.split(' ', 1)[0] ?? '').toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([
      '--base-url',
      '--data',
      '--port',
      'COMMONPLACE_ALLOWED_HOSTS',
      'COMMONPLACE_HOST',
      'COMMONPLACE_LOG_LEVEL',
      'COMMONPLACE_SEARCH',
      'COMMONPLACE_TRUSTED_PROXIES',
    ]);
  });

  it('refuses one port for both listeners, but not two free ones', () => {
    expect(problemsOf({ flags: { port: '7421' } })).toEqual([
      '--port and --local-port must differ; both are 7421.',
    ]);
    expect(problemsOf({ flags: { port: '0', 'local-port': '0' } })).toEqual([]);
  });

  it.each([
    [{}, 0],
    [{ host: '::1' }, 0],
    [{ host: 'localhost' }, 0],
    [{ 'base-url': 'http://127.0.0.1:7420' }, 0],
    [{ 'base-url': 'https://kb.example.com' }, 0],
    [{ 'trusted-proxies': '10.0.0.0/8,::1' }, 0],
    [{ 'trusted-proxies': '::/0,0.0.0.0/0' }, 1],
    [{ host: '0.0.0.0' }, 1],
    [{ host: '::', 'base-url': 'http://kb.example.com' }, 2],
  ])('speaks once of each unsafe choice in %j', (flags, count) => {
    expect(configWarnings(parse({ flags }))).toHaveLength(count);
  });
});
