import type { LiveEvents } from './faces/app/events.ts';
import { createLocalListener, type LocalListener } from './faces/app/local-listener.ts';
import { createBrowsers } from './faces/sign-in/browsers.ts';
import type { LaunchTickets } from './identity/launch-tickets.ts';
import { createSessions } from './identity/sessions.ts';
import type { Services } from './operations/define.ts';
import { systemErrorCode } from './system-error.ts';

/** Opens the app of the person at the machine (design §3). A taken port is no reason not to start: the next free one serves. */
export async function openLocalApp(
  services: Services,
  options: { tickets: LaunchTickets; events: LiveEvents; publicUrl: string; port: number },
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
