import { existsSync } from 'node:fs';

/** The folder of the whole program: that of `server/` in the sources, that of `dist/` when built. */
const PROGRAM = new URL('../', import.meta.url);

/**
 * What people type before a command of this program. In a checkout of the project npm knows it by the name in
 * `package.json`. Everywhere else `npx` would fetch whatever package the registry has under that name: there the
 * launcher is meant that the archive for servers and the container install (docs/home-server.md).
 *
 * @param program the folder of the program; that it is a checkout tells the lock file, which no package holds
 */
export function commandName(program: URL): string {
  return existsSync(new URL('package-lock.json', program)) ? 'npx commonplace' : 'commonplace';
}

/**
 * The command of this program, for texts that name one: `${COMMAND} verify`. Texts that people of the app read too
 * name the place in the app first: the desktop app has no command line.
 */
export const COMMAND = commandName(PROGRAM);
