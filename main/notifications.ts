import type { Logger } from '../server/log.ts';
import type { RunningServer } from '../server/start.ts';
import { noticesOfInbox, noticesOfLinks, type Notice } from './notices.ts';
import type { Status } from './status.ts';
import { showMessage } from './system-message.ts';

export interface NotificationOptions {
  server: RunningServer;
  log: Logger;
  /** Whoever looks at the window sees it there. */
  isInFront: () => boolean;
  open: (route: string) => void;
}

export interface Notifications {
  /** Tells of trouble with the public address, once for each. */
  heed(status: Status): void;
  stop(): void;
}

/** The system's own messages: a review that waits, a picture that arrived, an app that connected, a tunnel that is down. */
export function createNotifications({ server, log, isInFront, open }: NotificationOptions): Notifications {
  const told = new Set<string>();
  // What is there at the start is no news.
  let isSettled = false;
  let lastTrouble: string | null = null;
  let reading = Promise.resolve();

  function show({ route, ...words }: Notice): void {
    if (!isInFront()) showMessage(words, () => open(route));
  }

  async function readNews(): Promise<void> {
    const inbox = await server.desk.call('notifications.list', { limit: 20 });
    const links = await server.desk.call('upload_links.list', {});
    const news = [
      ...(inbox.ok ? noticesOfInbox(inbox.value, told) : []),
      ...(links.ok ? noticesOfLinks(links.value, told) : []),
    ];
    if (isSettled) for (const notice of news) show(notice);
    isSettled = true;
  }

  function readInTurn(): void {
    reading = reading.then(readNews).catch((error: unknown) => {
      log.error({ err: error }, 'the news could not be read');
    });
  }

  readInTurn();
  const stopListening = server.desk.listen((_name, change) => {
    if (isAbout(change, NEWS)) readInTurn();
  });
  return {
    heed({ trouble }) {
      const reason = trouble?.reason ?? null;
      if (trouble && reason !== lastTrouble) {
        show({
          title: 'Public access is down',
          body: `${trouble.reason} ${trouble.hint}`,
          route: '/address',
        });
      }
      lastTrouble = reason;
    },
    stop: stopListening,
  };
}

const NEWS: ReadonlySet<string> = new Set(['notifications', 'upload_links']);

function isAbout(change: unknown, collections: ReadonlySet<string>): boolean {
  if (typeof change !== 'object' || change === null || !('collections' in change)) return false;
  return (
    Array.isArray(change.collections) &&
    change.collections.some((name) => typeof name === 'string' && collections.has(name))
  );
}
