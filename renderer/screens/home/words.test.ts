import { describe, expect, it } from 'vitest';
import { eventWords } from './event-words.ts';
import { countInUse, inUseWords, reachOf, waitingWords } from './words.ts';

describe('how far an address reaches', () => {
  it.each([
    ['https://notes.example', true, 'Online at notes.example'],
    ['http://127.0.0.1:7420', false, 'Open on this computer only'],
    ['http://localhost:7420', false, 'Open on this computer only'],
    ['http://[::1]:7420', false, 'Open on this computer only'],
    ['http://192.168.1.20:7420', false, 'Open in your own network'],
  ])('%s', (url, isPublic, expected) => {
    expect(reachOf({ url, is_public: isPublic, standing: 'open' })).toBe(expected);
  });

  it('is not called online while it is paused, or before it has answered: the same words for everybody', () => {
    const address = { url: 'https://notes.example', is_public: true };
    expect(reachOf({ ...address, standing: 'paused' })).toBe('Public access is paused');
    expect(reachOf({ ...address, standing: 'unproven' })).toBe('notes.example is not known to be reachable');
  });
});

describe('the apps and programs that are in use', () => {
  const now = Date.parse('2026-03-31T09:00:00.000Z');
  const lately = '2026-03-02T09:00:00.000Z';
  const longAgo = '2026-03-01T08:00:00.000Z';
  const app = { last_used_at: lately, needs_reconnect: false };
  const token = { last_used_at: lately, revoked_at: null, expires_at: null };
  const words = (
    ...credentials: [apps: Parameters<typeof countInUse>[0], tokens: Parameters<typeof countInUse>[1]]
  ) => inUseWords(countInUse(...credentials, now));

  it('are those that are good, and that were used within the last 30 days', () => {
    const unused = { ...app, last_used_at: null };
    const moved = { ...app, needs_reconnect: true };
    const idle = { ...app, last_used_at: longAgo };
    expect(words([app, unused, moved, idle], [])).toBe('1 app');
    const revoked = { ...token, revoked_at: lately };
    const expired = { ...token, expires_at: lately };
    const lasting = { ...token, expires_at: '2026-04-01T00:00:00.000Z' };
    expect(words([], [token, revoked, expired, { ...token, last_used_at: longAgo }])).toBe('1 program');
    expect(words([], [token, lasting])).toBe('2 programs');
    expect(words([app, app], [token])).toBe('3 apps and programs');
  });

  it('says so when there is none', () => {
    expect(words([], [])).toBe('no app connected yet');
    expect(words([{ ...app, needs_reconnect: true }], [{ ...token, revoked_at: lately }])).toBe(
      'no app connected yet',
    );
    expect(words([{ ...app, last_used_at: null }], [])).toBe('no app in use');
  });
});

describe('what waits for review', () => {
  it.each([
    [0, 'nothing waits for review'],
    [1, '1 change waiting for review'],
    [3, '3 changes waiting for review'],
  ])('%i: %s', (waiting, expected) => {
    expect(waitingWords(waiting)).toBe(expected);
  });
});

describe('what is worth a line', () => {
  it.each([
    ['documents.update', 'ok', 'changed a page'],
    ['documents.update', 'queued', 'changed a page, sent for review'],
    ['documents.update', 'refused: forbidden', undefined],
    ['documents.read', 'ok', undefined],
    ['toString', 'ok', undefined],
  ])('%s, %s: %s', (action, result, expected) => {
    expect(eventWords(action, result)).toBe(expected);
  });
});
