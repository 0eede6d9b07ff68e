import { describe, expect, it } from 'vitest';
import { aboutWords, type About } from './about-words.ts';
import { detailLines } from './detail-words.ts';
import { resultWords } from './result-words.ts';

const about = (entry: Partial<About>) =>
  aboutWords({
    action: 'documents.read',
    target: null,
    subject: null,
    details: null,
    username: 'ada',
    ...entry,
  });

describe('what an entry is about, in words', () => {
  it.each<[Partial<About>, string | null, string]>([
    [{ action: 'users.create', subject: 'Mia', details: { role: 'editor' } }, 'Mia', 'as editor'],
    [
      { action: 'settings.update', details: { changed: 'port, backlinks' } },
      null,
      'Port, Pages show what links to them',
    ],
    [
      { action: 'users.update', subject: 'Mia', details: { changed: 'role, training_manager' } },
      'Mia',
      'role, training manager',
    ],
    [
      { action: 'tokens.create', subject: 'Robot', details: { username: 'eve', scopes: 'read write' } },
      'Robot',
      'of eve, may read and write',
    ],
    [
      { action: 'tokens.create', subject: 'Robot', details: { username: 'ada', scopes: 'read' } },
      'Robot',
      'may read',
    ],
    [
      { action: 'connected_apps.connect', subject: 'Claude', details: { trust_level: 'drafts' } },
      'Claude',
      'Drafts only',
    ],
    [
      { action: 'connected_apps.set_trust', subject: 'Claude', details: { from: 'read', to: 'full' } },
      'Claude',
      'Read only → Full',
    ],
    [
      { action: 'spaces.set_member', subject: 'Notes', details: { username: 'eve', right: 'edit' } },
      'Notes',
      'eve: edit',
    ],
    [
      { action: 'sessions.open', subject: 'Firefox', details: { with: 'password' } },
      'Firefox',
      'with password',
    ],
    [
      { action: 'training.assign', subject: 'Fire', details: { assigned: 1, everyone: false } },
      'Fire',
      '1 person',
    ],
    [
      { action: 'training.assign', subject: 'Fire', details: { assigned: 9, everyone: true } },
      'Fire',
      'everyone',
    ],
    [
      { action: 'trash.sweep', target: { type: 'trash', id: 'trash' }, details: { deleted: 3 } },
      null,
      '3 pages',
    ],
    [{ target: { type: 'document', id: 'doc_1' } }, 'a page that is gone', ''],
    [{ action: 'public_access.pause', target: { type: 'settings', id: 'workspace' } }, null, ''],
    [{ action: 'toString', details: { changed: 'x' } }, null, ''],
  ])('%j: %s, %s', (entry, name, brief) => {
    expect(about(entry)).toEqual({ name, brief });
  });
});

describe('how a call ended', () => {
  it.each([
    ['documents.update', 'ok', null],
    ['documents.update', 'queued', 'Sent for review'],
    ['documents.update', 'refused: forbidden', 'Refused: not allowed'],
    ['sessions.open', 'refused: forbidden', 'Refused: wrong password or code'],
    ['documents.update', 'refused: version_conflict', 'Refused: the page had changed meanwhile'],
    ['documents.update', 'refused: of_a_later_version', 'Refused'],
  ])('%s, %s: %s', (action, result, words) => {
    expect(resultWords({ action, result })).toBe(words);
  });
});

it('an opened entry shows everything that it holds, and leaves out what it does not', () => {
  const lines = detailLines({
    seq: 7,
    at: '2026-11-21T08:00:00.000Z',
    user_id: 'usr_1',
    username: 'ada',
    via: 'mcp',
    client: 'Claude',
    credential_id: 'app_1',
    ip: null,
    request_id: 'req_1',
    action: 'settings.update',
    target: { type: 'settings', id: 'workspace' },
    subject: null,
    result: 'ok',
    details: { changed: 'port', everyone: false, files: 1200 },
  });
  const found = new Map(lines.map(({ label, value }) => [label, value]));
  expect(found.get('Through')).toBe('Claude · Assistant');
  expect(found.get('Target')).toBe('settings workspace');
  expect(found.get('Changed')).toBe('Port');
  expect(found.get('Everyone')).toBe('No');
  expect(found.get('Request')).toBe('req_1');
  expect(found.has('From address')).toBe(false);
  expect(lines).toHaveLength(found.size);
});
