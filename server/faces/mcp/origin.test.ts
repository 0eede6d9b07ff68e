import { expect, test } from 'vitest';
import { isAllowedOrigin } from './origin.ts';

const OWN_HOSTS = ['127.0.0.1:7420', 'KB.example.com'];

test.each([
  ['a program, which sends none', undefined],
  ['our own address', 'https://kb.example.com'],
  ['this machine', 'http://localhost:6274'],
  ['this machine by number', 'http://127.0.0.1:6274'],
  ['this machine over IPv6', 'http://[::1]:80'],
])('lets %s through', (_label, origin) => {
  expect(isAllowedOrigin(origin, OWN_HOSTS)).toBe(true);
});

test.each([
  'https://evil.example',
  'https://kb.example.com.evil.example',
  'https://kb.example.com:8443',
  'http://localhost.evil.example',
  'null',
  '',
  'file://localhost',
  'not an origin',
])('refuses a page of %j', (origin) => {
  expect(isAllowedOrigin(origin, OWN_HOSTS)).toBe(false);
});
