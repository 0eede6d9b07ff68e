import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../server/start.ts';
import { record } from '../test/fakes/electron.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import type { Status } from './status.ts';
import { PATIENCE } from '../test/patience.ts';

const fine: Status = {
  access: 'public',
  sentence: 'Public',
  connectorUrl: 'https://kb.example.com/api/mcp',
  reviews: 0,
  trouble: null,
  isReadOnly: false,
};
const down: Status = {
  ...fine,
  access: 'trouble',
  trouble: { reason: 'The token is not valid.', hint: 'Paste it.' },
};

describe('messages about public access', () => {
  let notifications: Notifications;
  let opened: string[];

  beforeEach(async () => {
    record.notifications.length = 0;
    opened = [];
    const call = vi.fn<RunningServer['desk']['call']>(async () => ({ ok: true, value: { items: [] } }));
    const server = { desk: { call, listen: () => () => undefined } } as unknown as RunningServer;
    notifications = createNotifications({
      server,
      log: pino({ level: 'silent' }),
      isInFront: () => false,
      open: (route) => opened.push(route),
    });
    // Inbox and upload links are read: from now on there is news.
    await vi.waitUntil(() => call.mock.calls.length === 2, PATIENCE);
    await call.mock.results[1]?.value;
  });
  afterEach(() => notifications.stop());

  it('tell of a failure once, with what to do; a click leads there', async () => {
    notifications.heed(down);
    notifications.heed(down);
    expect(record.notifications.map(({ options }) => options)).toEqual([
      { title: 'Public access is down', body: 'The token is not valid. Paste it.' },
    ]);
    record.notifications[0]?.emit('click');
    expect(opened).toEqual(['/address']);
  });

  it('tell again of the next failure, after it was well', () => {
    notifications.heed(down);
    notifications.heed(fine);
    notifications.heed(down);
    expect(record.notifications).toHaveLength(2);
  });
});

describe('messages about programs that could not be connected', () => {
  it('say why, when their line comes into the inbox, and lead to Diagnostics', async () => {
    record.notifications.length = 0;
    const opened: string[] = [];
    const line = {
      id: 'ntf_1',
      kind: 'connection_failed',
      subject: 'Claude',
      cause: 'A bot rule refuses it.',
      document_id: null,
      actor: { name: 'Commonplace' },
    };
    let items: object[] = [];
    let hear: ((name: string, data: unknown) => void) | undefined;
    const call = vi.fn<RunningServer['desk']['call']>(async () => ({ ok: true, value: { items } }));
    const desk = {
      call,
      listen: (listener: NonNullable<typeof hear>) => {
        hear = listener;
        return () => undefined;
      },
    };
    const notifications = createNotifications({
      server: { desk } as unknown as RunningServer,
      log: pino({ level: 'silent' }),
      isInFront: () => false,
      open: (route) => opened.push(route),
    });
    await vi.waitUntil(() => call.mock.calls.length === 2, PATIENCE);
    items = [line];
    hear?.('change', { collections: ['notifications'], documents: [] });
    await vi.waitUntil(() => record.notifications.length === 1, PATIENCE);
    expect(record.notifications[0]?.options).toEqual({
      title: 'Claude could not be connected',
      body: 'A bot rule refuses it.',
    });
    record.notifications[0]?.emit('click');
    expect(opened).toEqual(['/diagnostics']);
    notifications.stop();
  });
});
