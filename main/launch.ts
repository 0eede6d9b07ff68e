import { parseArgs } from 'node:util';
import { linkAmong } from './deep-link.ts';

/** The word that start at login is told by: no window then. */
export const HIDDEN = '--hidden';

/** What the program was told when it was started. */
export interface Launch {
  /** Flags of the server by their long name, as `commonplace serve` takes them. */
  flags: Record<string, string | undefined>;
  isHidden: boolean;
  link: string | undefined;
}

const FLAGS = {
  data: { type: 'string' },
  port: { type: 'string' },
  'local-port': { type: 'string' },
  host: { type: 'string' },
  'base-url': { type: 'string' },
  'log-level': { type: 'string' },
} as const;

/** Reads the words after the program's own; those that Chromium takes are not for us. */
export function readLaunch(words: readonly string[]): Launch {
  const { values } = parseArgs({ args: [...words], options: FLAGS, strict: false });
  const flags = Object.fromEntries(
    Object.keys(FLAGS).map((name) => {
      const value = values[name];
      return [name, typeof value === 'string' ? value : undefined];
    }),
  );
  return { flags, isHidden: words.includes(HIDDEN), link: linkAmong(words) };
}
