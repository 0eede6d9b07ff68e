import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import type { PublicReach } from '../../tunnel-ports.ts';
import { createBaseUrl, type BaseUrlOptions } from './base-url.ts';
import { addressKey, type RequestHead } from './request-context.ts';

interface From {
  host?: string | string[];
  proto?: string;
  peer?: string;
  local?: string;
}

/** As much of a request as the base URL depends on. */
function requestFrom({
  host = 'localhost:7420',
  proto,
  peer = '127.0.0.1',
  local = '127.0.0.1',
}: From): RequestHead {
  const hosts = Array.isArray(host) ? host : [host];
  return {
    rawHeaders: hosts.flatMap((value) => ['Host', value]),
    headers: { host: hosts[0], 'x-forwarded-proto': proto },
    socket: { remoteAddress: peer, localAddress: local },
  };
}

function resolve(options: BaseUrlOptions, from: From): string {
  try {
    return createBaseUrl(options)(requestFrom(from));
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('without a configured address', () => {
  test.each(['localhost:7420', '127.0.0.1:7420', '[::1]:7420', 'LOCALHOST', '127.0.0.1'])(
    'the loopback name %s is answered with itself',
    (host) => {
      expect(resolve({}, { host })).toBe(`http://${host.toLowerCase()}`);
    },
  );

  test('a port that goes without saying is not said: clients compare addresses as texts', () => {
    expect(resolve({}, { host: 'localhost:80' })).toBe('http://localhost');
    expect(resolve({}, { host: 'localhost:443', proto: 'https' })).toBe('https://localhost');
    expect(resolve({}, { host: 'localhost:443' })).toBe('http://localhost:443');
    expect(resolve({}, { host: 'localhost:8080' })).toBe('http://localhost:8080');
    expect(resolve({}, { host: 'localhost:080' })).toBe('bad_request');
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'evil.example:7420',
    '127.0.0.1.nip.io',
    '127.1',
    '0.0.0.0',
    '2130706433',
    '192.168.1.9:7420',
  ])('"unknown Host → 421": %s', (host) => {
    expect(resolve({}, { host })).toBe('unknown_host');
  });

  test.each([
    'evil:x@localhost',
    'localhost:7420/path',
    'localhost:port',
    'local host',
    'localhost, evil.example',
    'localhost#',
    'localhost.',
    '',
    '[::1',
    'localhost:99999',
  ])('a malformed Host is a bad request: %j', (host) => {
    expect(resolve({}, { host })).toBe('bad_request');
  });

  test('"two Host headers → 400", and none too', () => {
    expect(resolve({}, { host: ['localhost', 'evil.example'] })).toBe('bad_request');
    expect(resolve({}, { host: ['localhost', 'localhost'] })).toBe('bad_request');
    expect(resolve({}, { host: [] })).toBe('bad_request');
  });

  test('an allowed host is answered, with any port unless the entry names one', () => {
    const options = { allowedHosts: ['kb.example.com', 'nas.local:8080'] };
    expect(resolve(options, { host: 'KB.example.com:81' })).toBe('http://kb.example.com:81');
    expect(resolve(options, { host: 'nas.local:8080' })).toBe('http://nas.local:8080');
    expect(resolve(options, { host: 'nas.local:8081' })).toBe('unknown_host');
  });

  test('in the local network, the address in figures that the connection came in on is answered', () => {
    expect(resolve({}, { host: '192.168.1.9:7420', local: '192.168.1.9' })).toBe('http://192.168.1.9:7420');
    expect(resolve({}, { host: '192.168.1.9:7420', local: '::ffff:192.168.1.9' })).toBe(
      'http://192.168.1.9:7420',
    );
    expect(resolve({}, { host: '[fd00::9]:7420', local: 'fd00::9' })).toBe('http://[fd00::9]:7420');
    expect(resolve({}, { host: 'nas', local: 'nas' })).toBe('unknown_host');
  });

  test('the scheme follows X-Forwarded-Proto from a trusted proxy only', () => {
    expect(resolve({}, { proto: 'https' })).toBe('https://localhost:7420');
    expect(resolve({}, { proto: 'https', peer: '::ffff:127.0.0.1' })).toBe('https://localhost:7420');
    expect(resolve({}, { proto: 'https', peer: '10.0.0.7' })).toBe('http://localhost:7420');
    expect(resolve({ trustedProxies: ['10.0.0.0/8'] }, { proto: 'https', peer: '10.0.0.7' })).toMatch(
      /^https:/,
    );
    expect(resolve({ trustedProxies: ['10.0.0.0/8'] }, { proto: 'https' })).toMatch(/^http:/);
  });

  test.each([
    ['https', 'https'],
    ['HTTPS', 'https'],
    ['Https', 'https'],
    [' https ', 'https'],
    ['https, http', 'https'],
    ['https,http', 'https'],
    ['HTTPS , http', 'https'],
    ['http', 'http'],
    ['http, https', 'http'],
    [', https', 'http'],
    ['https; http', 'http'],
    ['https://evil.example', 'http'],
    ['"https"', 'http'],
    ['httpsx', 'http'],
    ['javascript', 'http'],
    ['ftp', 'http'],
    ['', 'http'],
  ])('of X-Forwarded-Proto %j the first value counts, whatever its case: %s', (proto, scheme) => {
    expect(resolve({}, { proto })).toBe(`${scheme}://localhost:7420`);
    expect(resolve({}, { proto, peer: '10.0.0.7' })).toBe('http://localhost:7420');
  });
});

const reachOf = (parts: Partial<PublicReach>): BaseUrlOptions => {
  const reach = { fixedUrl: null, trialUrl: null, isPaused: false, ...parts };
  return { reach: () => reach };
};

describe('with a configured address', () => {
  const options = reachOf({ fixedUrl: 'https://kb.example.com' });

  test('"everything advertised is https://domain, whatever Host or headers say"', () => {
    for (const host of ['localhost:7420', 'kb.example.com', '127.0.0.1']) {
      for (const proto of ['http', 'https', 'javascript']) {
        expect(resolve(options, { host, proto })).toBe('https://kb.example.com');
      }
    }
  });

  test('any other host is still refused', () => {
    expect(resolve(options, { host: 'evil.example' })).toBe('unknown_host');
    expect(resolve(options, { host: 'www.kb.example.com' })).toBe('unknown_host');
  });
});

describe('while a trial’s tunnel is up', () => {
  const trialUrl = 'https://four-calm-words-here.trycloudflare.com';
  const host = 'four-calm-words-here.trycloudflare.com';

  test('its address is advertised to those who came by it, whatever a header says of the scheme', () => {
    expect(resolve(reachOf({ trialUrl }), { host })).toBe(trialUrl);
    expect(resolve(reachOf({ trialUrl }), { host: host.toUpperCase(), proto: 'http' })).toBe(trialUrl);
    expect(resolve(reachOf({ trialUrl }), { host: `${host}:443` })).toBe(trialUrl);
  });

  test('programs at this computer keep their own address', () => {
    expect(resolve(reachOf({ trialUrl }), {})).toBe('http://localhost:7420');
  });

  test('the address of another trial is not ours, nor is this one after its end', () => {
    expect(resolve(reachOf({ trialUrl }), { host: 'other-words.trycloudflare.com' })).toBe('unknown_host');
    expect(resolve(reachOf({}), { host })).toBe('unknown_host');
  });

  test('each request is judged by how things stand then', () => {
    let reach: PublicReach = { fixedUrl: null, trialUrl, isPaused: false };
    const baseUrl = createBaseUrl({ reach: () => reach });
    expect(baseUrl(requestFrom({ host }))).toBe(trialUrl);
    reach = { ...reach, trialUrl: 'https://new-words.trycloudflare.com' };
    expect(() => baseUrl(requestFrom({ host }))).toThrow('does not answer for the host name');
    reach = { ...reach, trialUrl: null, fixedUrl: 'https://kb.example.com' };
    expect(baseUrl(requestFrom({}))).toBe('https://kb.example.com');
  });
});

describe('while public access is paused', () => {
  const options = reachOf({ fixedUrl: 'https://kb.example.com', isPaused: true });

  test('nobody who asks for the public name is answered', () => {
    expect(resolve(options, { host: 'kb.example.com' })).toBe('unavailable');
  });

  test('nor is anybody whose request a proxy has passed on, under whatever name', () => {
    expect(resolve(options, { proto: 'https' })).toBe('unavailable');
    expect(resolve(reachOf({ isPaused: true }), { proto: 'http' })).toBe('unavailable');
  });

  test('programs at this computer go on undisturbed', () => {
    expect(resolve(options, {})).toBe('https://kb.example.com');
    expect(resolve(reachOf({ isPaused: true }), {})).toBe('http://localhost:7420');
  });
});

test('a limit by address counts a whole IPv6 /64 as one', () => {
  expect(addressKey('192.0.2.7')).toBe('192.0.2.7');
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2:ffff::1'));
  expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:9::'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('::1')).toBe('0:0:0:0');
});
