import { connectToSocket } from '../../server/faces/cli/socket-connection.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { startChild, type Child } from './child-process.ts';
import type { Lateness } from './loop-watch.ts';
import type { WatchedServer } from './watched-server.ts';

export interface WatchedProcess {
  url: string;
  /** The local socket, as the command line uses it. */
  desk: Connection;
  process: Child<WatchedServer>;
  /** How late its event loop was since the last call. */
  late(): Promise<Lateness>;
  stop(): Promise<void>;
}

/** Starts a server that watches its own event loop, and waits until it answers. */
export async function startWatchedProcess(
  folder: string,
  { search = 'off' }: { search?: 'on' | 'off' } = {},
): Promise<WatchedProcess> {
  const program = new URL('watched-server.ts', import.meta.url);
  const child = startChild<WatchedServer>(program, { parameters: [folder, search] });
  const { url, socket } = await child.call('start');
  const desk = connectToSocket(socket);
  await child.call('late');
  return {
    url,
    desk,
    process: child,
    late: () => child.call('late'),
    async stop() {
      await desk.close();
      await child.call('close');
      await child.stop();
    },
  };
}
