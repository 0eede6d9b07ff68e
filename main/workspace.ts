import type { Config } from '../server/config.ts';
import { createSetupDesk } from '../server/faces/app/setup-desk.ts';
import type { CallAnswer } from '../server/faces/app/contract.ts';
import type { DeskFace } from '../server/faces/app/desk-face.ts';
import { createSetup } from '../server/setup/setup.ts';
import { needsSetup } from '../server/setup/needs-setup.ts';
import { startServer, type RunningServer, type StartOptions } from '../server/start.ts';

/** The workspace behind the window: waiting to be made, starting, or running. */
export interface Workspace {
  /** Runs a call of the page, once there is somebody to answer it. */
  call(name: string, input: unknown): Promise<CallAnswer<unknown>>;
  attachment(id: string): Promise<Response>;
  /** The answer to the page's request for an archive of Markdown that it has begun. */
  download(id: string): Promise<Response>;
  /** Calls back once the server runs, which on a new computer takes as long as the set-up. */
  onRunning(use: (server: RunningServer) => void): void;
  /** Undefined while it does not run. */
  readonly server: RunningServer | undefined;
  /** Rejects when the server cannot be started. Resolves with whether there is a workspace already. */
  open(): Promise<'running' | 'set-up'>;
  /** Lets what runs finish, and writes everything to its files. */
  close(): Promise<void>;
}

type Options = StartOptions & Required<Pick<StartOptions, 'log'>>;

/** Serves the workspace of the configured folder; makes one first, through the window, where there is none. */
export function createWorkspace(config: Config, options: Options): Workspace {
  const listeners: ((server: RunningServer) => void)[] = [];
  let server: RunningServer | undefined;
  let isClosing = false;
  const opened = Promise.withResolvers<Pick<DeskFace, 'call'>>();
  // Nobody may be waiting for it when the start fails; whoever opened it is told.
  opened.promise.catch(() => undefined);

  async function start(): Promise<RunningServer> {
    const running = await startServer(config, options);
    if (isClosing) {
      await running.close();
      return running;
    }
    server = running;
    for (const use of listeners) use(running);
    return running;
  }

  async function open(): Promise<'running' | 'set-up'> {
    if (!(await needsSetup(config.dataFolder))) {
      opened.resolve((await start()).desk);
      return 'running';
    }
    const setup = createSetup({ config, start: async () => void (await start()) });
    opened.resolve(createSetupDesk(setup, options.log));
    return 'set-up';
  }

  return {
    get server() {
      return server;
    },
    open: () =>
      open().catch((error: unknown) => {
        opened.reject(error);
        throw error;
      }),
    async call(name, input) {
      if (isClosing) return ENDING;
      const first = await opened.promise;
      return (server?.desk ?? first).call(name, input);
    },
    attachment: async (id) => (await server?.desk.attachment(id)) ?? new Response(null, { status: 404 }),
    download: async (id) => (await server?.desk.download(id)) ?? new Response(null, { status: 404 }),
    onRunning(use) {
      if (server) use(server);
      listeners.push(use);
    },
    async close() {
      isClosing = true;
      await server?.close();
    },
  };
}

const ENDING: CallAnswer<never> = {
  ok: false,
  error: {
    code: 'unavailable',
    message: 'Commonplace is ending.',
    status: 503,
    hint: 'Start it again and try once more.',
    details: {},
  },
};
