import { systemClock } from '../../server/clock.ts';
import { createLogger } from '../../server/log.ts';
import { FolderInUse } from '../../server/storage/open-errors.ts';
import { openStore } from '../../server/storage/store.ts';

/** A process of its own that opens the folder it is given, says how it went, and stays. */
const folder = process.argv[2] ?? '';
const log = createLogger('silent');

try {
  await openStore({ folder, clock: systemClock, log });
  process.stdout.write(`${JSON.stringify({ opened: true, pid: process.pid })}\n`);
} catch (error) {
  if (!(error instanceof FolderInUse)) throw error;
  process.stdout.write(`${JSON.stringify({ opened: false, pid: error.details?.['pid'] ?? null })}\n`);
}
setInterval(() => undefined, 60_000);
