import { describe, expect, it } from 'vitest';
import { addressOf, inWords, type Notification } from './notification-words.ts';

const LINE: Notification = {
  id: 'ntf_1',
  kind: 'review_requested',
  document_id: 'doc_1',
  change_request_id: 'cr_1',
  deck_id: null,
  connected_app_id: null,
  subject: 'Kettle',
  cause: null,
  actor: { id: 'usr_1', username: 'eve', name: 'Eve' },
  created_at: '2026-11-21T08:00:00.000Z',
  read_at: null,
};

describe('a line of the inbox', () => {
  it.each<[Partial<Notification>, string, string | null]>([
    [{}, 'Eve asks you to review a change of “Kettle”', '/review/cr_1'],
    [{ kind: 'request_rejected' }, 'Eve rejected your change of “Kettle”', '/review/cr_1'],
    [
      { kind: 'training_assigned', change_request_id: null, deck_id: 'deck_1' },
      'Eve assigned you the training “Kettle”',
      '/training/take/deck_1',
    ],
    [
      { kind: 'app_connected', change_request_id: null, document_id: null, subject: 'Claude' },
      '“Claude” was connected to your account',
      '/account',
    ],
    [
      { kind: 'address_changed', change_request_id: null, document_id: null, subject: 'Claude and Cursor' },
      'The workspace has a new address: connect Claude and Cursor again, with that address',
      '/account',
    ],
    [
      {
        kind: 'connection_failed',
        change_request_id: null,
        document_id: null,
        subject: 'Claude',
        cause: 'No.',
      },
      '“Claude” could not be connected: No.',
      '/diagnostics',
    ],
    [{ subject: null }, 'Eve asks you to review a change of a page that you cannot see any more', null],
  ])('%j', (fields, words, address) => {
    expect(inWords({ ...LINE, ...fields })).toBe(words);
    expect(addressOf({ ...LINE, ...fields })).toBe(address);
  });
});
