import { z } from 'zod';
import { newerVersionSchema, type NewerVersion } from '../server/domain/desktop-preferences.ts';
import type { Logger } from '../server/log.ts';
import type { ShellMemory } from './shell-memory.ts';

const DAY_MS = 86_400_000;
/** Soon after the start, but not in its way. */
const FIRST_LOOK_MS = 60_000;
const LOOK_AGAIN_MS = 3_600_000;

/** The newest release as GitHub's interface describes it; drafts and previews are none of it. */
const releaseSchema = z.object({
  tag_name: z.string().regex(/^v?\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  html_url: z.url({ protocol: /^https$/, hostname: /^github\.com$/ }),
});

export interface UpdateOptions {
  memory: ShellMemory;
  /** The running version. */
  version: string;
  /** Asks for the newest release, as parsed JSON. Undefined where this build has no place to ask. */
  fetchRelease: (() => Promise<unknown>) | undefined;
  log: Logger;
  /** Called once for each newer version that is found. */
  onFound: (newer: NewerVersion) => void;
}

export interface Updates {
  readonly newerVersion: NewerVersion | null;
  /** Looks now, if the person wants it and the last look was a day ago. */
  look(): Promise<void>;
  stop(): void;
}

/** Says that a newer version exists; it never installs anything by itself. */
export function watchUpdates(options: UpdateOptions): Updates {
  const { memory, version, fetchRelease, log, onFound } = options;
  let newerVersion: NewerVersion | null = null;

  async function look(): Promise<void> {
    if (!fetchRelease || !memory.preferences.check_for_updates || !isDue(memory.lastUpdateCheck)) return;
    await memory.setLastUpdateCheck(new Date().toISOString());
    const found = newerThan(version, await fetchRelease());
    if (found === null || found.version === newerVersion?.version) return;
    newerVersion = found;
    onFound(found);
  }

  const lookQuietly = () => {
    look().catch((error: unknown) => log.info({ err: error }, 'nobody could say whether there is an update'));
  };
  const first = setTimeout(lookQuietly, FIRST_LOOK_MS);
  const again = setInterval(lookQuietly, LOOK_AGAIN_MS);
  return {
    get newerVersion() {
      return newerVersion;
    },
    look,
    stop() {
      clearTimeout(first);
      clearInterval(again);
    },
  };
}

/** A look that lies in the future was made by another clock. */
function isDue(last: string | null): boolean {
  if (last === null) return true;
  const age = Date.now() - Date.parse(last);
  return age < 0 || age >= DAY_MS;
}

/** What a release offers that the running version has not; null for the same, an older, or no release at all. */
export function newerThan(version: string, answer: unknown): NewerVersion | null {
  const release = releaseSchema.safeParse(answer);
  if (!release.success) return null;
  const offered = release.data.tag_name.replace(/^v/, '');
  if (!isNewer(parts(offered), parts(version))) return null;
  return newerVersionSchema.parse({ version: offered, url: release.data.html_url });
}

function parts(version: string): number[] {
  return (version.split('-')[0] ?? '').split('.').map(Number);
}

function isNewer(offered: readonly number[], running: readonly number[]): boolean {
  for (const [index, number] of offered.entries()) {
    const own = running[index] ?? 0;
    if (number !== own) return number > own;
  }
  return false;
}
