import type { Logger } from './log.ts';

/** Something that was opened and has to be closed again. */
interface Closable {
  name: string;
  close: () => unknown;
}

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * What was opened, closed again in reverse order: one function for every cause of an end (security X14).
 * A step that fails is logged and does not keep the others from running.
 */
export function createShutdown(log: Logger) {
  const opened: Closable[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (const { name, close } of opened.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error, part: name }, 'a part could not be closed cleanly');
      }
    }
  }

  return {
    add(name: string, close: () => unknown): void {
      opened.push({ name, close });
    },
    /** May be called twice; resolves when everything is closed. */
    close(): Promise<void> {
      closing ??= closeAll();
      return closing;
    },
  };
}
