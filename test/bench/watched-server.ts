import { prepareSocketPath } from '../../server/faces/cli/socket-path.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';
import { answerParent } from './child-process.ts';
import { residentMegabytes } from './resident-megabytes.ts';
import { watchLoop, type Lateness } from './loop-watch.ts';

/** The whole server in a process of its own that watches its own event loop, with search `on` or `off`. */
const [, , folder = '', search = 'off'] = process.argv;
const plenty = { requestsPerMinute: 10_000_000, failedTokensPerMinute: 10_000_000 };
const loop = watchLoop();
let server: Awaited<ReturnType<typeof startServer>> | undefined;

const methods = {
  async start(): Promise<{ url: string; socket: string }> {
    const config = folderConfig(folder, {
      search: search === 'on' ? 'lunr' : 'off',
      'log-level': 'error',
    });
    server = await startServer({
      ...config,
      limits: { http: plenty, mcp: { requestsPerMinute: plenty.requestsPerMinute } },
    });
    return { url: server.publicUrl, socket: await prepareSocketPath(folder) };
  },

  late: (): Lateness => loop.take(),

  /** Milliseconds of processor time that all threads have used since the process began. */
  processorTime(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },

  /** Resident memory of the process with all its threads, in MB. */
  resident: (): number => residentMegabytes('self'),

  async close(): Promise<void> {
    await server?.close();
    loop.stop();
  },
};

export type WatchedServer = typeof methods;
answerParent(methods);
