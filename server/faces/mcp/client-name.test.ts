import { describe, expect, test } from 'vitest';
import { createClientNames } from './client-name.ts';

const TOKEN = { kind: 'personal_token' as const, id: 'tok_1', name: 'My laptop' };
const CALL = { method: 'tools/call', params: { name: 'list_docs' } };

function initialize(name: unknown) {
  return { method: 'initialize', params: { clientInfo: { name, version: '1' } } };
}

describe('the name of a connected program', () => {
  test('is what it says in the request itself (2026-07-28)', () => {
    const message = {
      ...CALL,
      params: { _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'Atlas' } } },
    };
    expect(createClientNames().nameOf(message, TOKEN, 'node')).toBe('Atlas');
  });

  test('is what it said when it initialized (2025 revisions), for this token and program only', () => {
    const names = createClientNames();
    expect(names.nameOf(initialize('Atlas'), TOKEN, 'agent/1')).toBe('Atlas');
    expect(names.nameOf(CALL, TOKEN, 'agent/1')).toBe('Atlas');
    expect(names.nameOf(CALL, TOKEN, 'other/1')).toBe('other');
    expect(names.nameOf(CALL, { ...TOKEN, id: 'tok_2' }, 'agent/1')).toBe('agent');
  });

  test('is never that of another person’s app that says the same User-Agent', () => {
    const names = createClientNames();
    const app = { kind: 'connected_app' as const, id: 'app_1', name: 'Claude' };
    expect(names.nameOf(initialize('Atlas'), app, 'node')).toBe('Atlas');
    expect(names.nameOf(CALL, { ...app, id: 'app_2' }, 'node')).toBe('Claude');
  });

  test('is else the product of its User-Agent, else the name of its token', () => {
    expect(createClientNames().nameOf(CALL, TOKEN, 'Cursor/2.1 (mac)')).toBe('Cursor');
    expect(createClientNames().nameOf(CALL, TOKEN, undefined)).toBe('My laptop');
  });

  test.each([
    ['line breaks', 'Good\r\nBad\u2028Worse', 'Good Bad Worse'],
    ['escape sequences', 'a\u001B[31mred', 'a [31mred'],
    ['invisible characters', 'a\u202Eb\u{E0041}c', 'a b c'],
    ['half a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
    ['100 KB', 'x'.repeat(100_000), 'x'.repeat(100)],
  ])('is one visible line of at most 100 characters, whatever it holds: %s', (_label, name, expected) => {
    expect(createClientNames().nameOf(initialize(name), TOKEN, undefined)).toBe(expected);
  });

  test.each([42, '', ' \n ', null, { toString: () => 'x' }])('is not taken from %j', (name) => {
    expect(createClientNames().nameOf(initialize(name), TOKEN, undefined)).toBe('My laptop');
  });
});
