import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { isOnNetwork, networkUrl, withSettings } from './server-place.ts';

const configured = (flags: Record<string, string>) =>
  parseConfig({ flags, env: {}, platform: 'linux', home: '/home/ada' });

describe('where the public listener stands', () => {
  it.each([
    [{}, { port: 8080, local_network: false }, { port: 8080, host: '127.0.0.1' }],
    [{}, { port: 8080, local_network: true }, { port: 8080, host: '0.0.0.0' }],
    [{ port: '9000' }, { port: 8080, local_network: true }, { port: 9000, host: '0.0.0.0' }],
    [{ host: '127.0.0.1' }, { port: 8080, local_network: true }, { port: 8080, host: '127.0.0.1' }],
  ])('given flags %j and settings %j: %j, because flags win', (flags, settings, place) => {
    expect(withSettings(configured(flags), settings)).toMatchObject(place);
  });

  it.each([
    ['127.0.0.1', false],
    ['localhost', false],
    ['::1', false],
    ['0.0.0.0', true],
    ['192.168.1.7', true],
  ])('%s is on the network: %s', (host, isOn) => {
    expect(isOnNetwork(host)).toBe(isOn);
  });

  it('on one computer only there is no address for others', () => {
    expect(networkUrl('127.0.0.1', 7420)).toBeNull();
    expect(networkUrl('192.168.1.7', 7420)).toBeNull();
  });
});
