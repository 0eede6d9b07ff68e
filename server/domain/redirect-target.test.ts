import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

test.each([
  ['https://claude.ai/api/mcp/auth_callback', 'web', 'claude.ai'],
  ['https://clаude.ai/cb', 'web', 'xn--clude-5ve.ai'],
  ['https://app.example:8443/cb', 'web', 'app.example:8443'],
  ['http://localhost:54212/callback', 'loopback', 'localhost:54212'],
  ['http://127.0.0.1/cb', 'loopback', '127.0.0.1'],
  ['http://[::1]:9/cb', 'loopback', '[::1]:9'],
  ['http://localhost.evil.example/cb', 'web', 'localhost.evil.example'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'private', 'cursor:'],
  ['com.example.app:/cb', 'private', 'com.example.app:'],
])('"redirect host in punycode": %s', (uri, kind, host) => {
  expect(redirectTarget(uri)).toEqual({ kind, host });
});
