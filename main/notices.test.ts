import { describe, expect, it } from 'vitest';
import { noticesOfInbox, noticesOfLinks } from './notices.ts';

const line = (id: string, kind: string) => ({
  id,
  kind,
  subject: 'Claude',
  cause: null,
  document_id: null,
  actor: { id: 'usr_1', name: 'Erik' },
});

describe('messages of the system', () => {
  it('tell of a review that waits and an app that connected, each once', () => {
    const told = new Set<string>();
    const inbox = {
      items: [line('1', 'review_requested'), line('2', 'app_connected'), line('3', 'request_approved')],
    };
    expect(noticesOfInbox(inbox, told).map(({ title }) => title)).toEqual([
      'A change waits for your review',
      'A new app is connected',
    ]);
    expect(noticesOfInbox(inbox, told)).toEqual([]);
  });

  it('tell why a program could not be connected, and lead to where it can be mended', () => {
    const failed = { ...line('1', 'connection_failed'), cause: 'A bot rule refuses it.' };
    expect(noticesOfInbox({ items: [failed] }, new Set())).toEqual([
      { title: 'Claude could not be connected', body: 'A bot rule refuses it.', route: '/diagnostics' },
    ]);
  });

  it('tell of a picture once it has arrived', () => {
    const told = new Set<string>();
    const link = { id: 'upl_1', used_at: null as string | null, document: { id: 'doc_1', title: 'Kettle' } };
    expect(noticesOfLinks({ items: [link] }, told)).toEqual([]);
    link.used_at = '2026-11-21T12:00:00.000Z';
    expect(noticesOfLinks({ items: [link] }, told)).toEqual([
      { title: 'A picture has arrived', body: 'Kettle', route: '/documents/doc_1' },
    ]);
    expect(noticesOfLinks({ items: [link] }, told)).toEqual([]);
  });

  it.each([null, {}, { items: [7] }, { items: [{ id: 1 }] }])('%j is no news', (answer) => {
    expect([noticesOfInbox(answer, new Set()), noticesOfLinks(answer, new Set())]).toEqual([[], []]);
  });

  it.each(['constructor', '__proto__', 'toString'])('a line of the kind %s has no words', (kind) => {
    expect(noticesOfInbox({ items: [line('1', kind)] }, new Set())).toEqual([]);
  });
});
