import type { LiveEvents } from './faces/app/events.ts';
import { createLocalListener, type LocalListener } from './faces/app/local-listener.ts';
import type { OpenPort } from './faces/http/open-port.ts';
import { createBrowsers } from './faces/sign-in/browsers.ts';
import type { LaunchTickets } from './identity/launch-tickets.ts';
import { createSessions } from './identity/sessions.ts';
import type { Services } from './operations/define.ts';
import { systemErrorCode } from './system-error.ts';

/** Opens the app of the person at the machine (design §3). A taken port is no reason not to start: the next free one serves. */
async function openLocalApp(
  services: Services,
  options: {
    tickets: LaunchTickets;
    events: LiveEvents;
    publicUrl: () => string;
    port: number;
    openPort?: OpenPort | undefined;
  },
): Promise<LocalListener> {
  const sessions = createSessions(services, 'local');
  const browsers = createBrowsers(sessions, 'local');
  const listener = await listenSomewhere({ services, browsers, ...options });
  return {
    url: listener.url,
    async close() {
      await listener.close();
      await sessions.close();
    },
  };
}

/** The app of the person at the machine, in any browser of theirs: open or not, as they like. */
export interface LocalApp {
  /** `http://127.0.0.1:port`; null while it is not open. */
  readonly url: string | null;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** One wish at a time, each after the one before: open and close may follow each other quickly. */
export function createLocalApp(services: Services, options: Parameters<typeof openLocalApp>[1]): LocalApp {
  let listener: LocalListener | undefined;
  let { openPort } = options;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const next = last.then(step);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    get url() {
      return listener?.url ?? null;
    },
    open: () =>
      inTurn(async () => {
        listener ??= await openLocalApp(services, { ...options, openPort });
        openPort = undefined;
      }),
    close: () =>
      inTurn(async () => {
        await listener?.close();
        listener = undefined;
      }),
  };
}

async function listenSomewhere(options: Parameters<typeof createLocalListener>[0]): Promise<LocalListener> {
  try {
    return await createLocalListener(options);
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE' || options.port === 0) throw error;
    options.services.log.warn(
      { port: options.port },
      'the port of the local app is taken; a free one is used',
    );
    return createLocalListener({ ...options, port: 0 });
  }
}
