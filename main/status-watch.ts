import type { Logger } from '../server/log.ts';
import type { RunningServer } from '../server/start.ts';
import { readStatus, type Status } from './status.ts';

/** How long to gather changes before the tray is drawn again. */
const GATHER_MS = 200;

/** Reads the status now and after everything that may have changed it. Returns how to stop. */
export function watchStatus(server: RunningServer, log: Logger, show: (status: Status) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function read(): void {
    timer = undefined;
    readAndShow().catch((error: unknown) => log.error({ err: error }, 'the status could not be read'));
  }

  async function readAndShow(): Promise<void> {
    const status = await readStatus(server);
    if (!isStopped) show(status);
  }

  function readSoon(): void {
    timer ??= setTimeout(read, GATHER_MS);
  }

  const stopListening = server.desk.listen(readSoon);
  const stopWatching = server.publicAccess.onChange(readSoon);
  read();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    stopWatching();
  };
}
