import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  DEFAULT_DESKTOP_PREFERENCES,
  desktopPreferencesSchema,
  type DesktopPreferences,
} from '../server/domain/desktop-preferences.ts';

const boundsSchema = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(1),
  height: z.int().min(1),
});

/** Where the window was last. */
export type Bounds = z.infer<typeof boundsSchema>;

/** A value that does not fit has its default: an older or a mistaken file never keeps the program from starting. */
const fileSchema = z.object({
  preferences: desktopPreferencesSchema.partial().catch({}).default({}),
  window: boundsSchema.nullable().catch(null).default(null),
  last_update_check: z.iso.datetime().nullable().catch(null).default(null),
});
type Kept = z.infer<typeof fileSchema>;

/** What the shell remembers of this computer, in its own profile: the workspace's folder may move to another. */
export interface ShellMemory {
  readonly preferences: DesktopPreferences;
  readonly window: Bounds | null;
  /** RFC 3339. */
  readonly lastUpdateCheck: string | null;
  /** Each resolves once it is on disk. */
  setPreferences(changes: Partial<DesktopPreferences>): Promise<void>;
  setWindow(bounds: Bounds): Promise<void>;
  setLastUpdateCheck(time: string): Promise<void>;
  /** Waits for what is being written. */
  settled(): Promise<void>;
}

export async function openShellMemory(path: string): Promise<ShellMemory> {
  let kept = await read(path);
  let writing: Promise<void> = Promise.resolve();

  function change(changes: Partial<Kept>): Promise<void> {
    kept = { ...kept, ...changes };
    const next = writing.then(() => write(path, kept));
    // One write that failed does not keep the next from being tried.
    writing = next.catch(() => undefined);
    return next;
  }

  return {
    get preferences() {
      return { ...DEFAULT_DESKTOP_PREFERENCES, ...kept.preferences };
    },
    get window() {
      return kept.window;
    },
    get lastUpdateCheck() {
      return kept.last_update_check;
    },
    setPreferences: (changes) => change({ preferences: { ...kept.preferences, ...changes } }),
    setWindow: (bounds) => change({ window: bounds }),
    setLastUpdateCheck: (time) => change({ last_update_check: time }),
    settled: () => writing,
  };
}

async function read(path: string): Promise<Kept> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return fileSchema.parse({});
  }
}

async function write(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}
