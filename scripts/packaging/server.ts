import { join } from 'node:path';
import { filesOfFolder, problemsOfFiles, problemsOfTunnelProgram, refuse } from './check.ts';
import { stage, TARGET, type StageOptions } from './stage.ts';
import { pinnedChecksum } from './tunnel-program.ts';

export interface ServerPackageOptions extends Omit<StageOptions, 'kind'> {
  /** File with the checksums that are pinned for the tunnel's program. */
  checksums?: string;
}

/**
 * Puts the server without a window into a folder that runs wherever a Node is, and checks it: what the archive for
 * servers and the container image hold. Without `programs` it has no tunnel of its own.
 *
 * @returns the folder
 * @throws {Error} when something is missing, naming all of it
 */
export async function packageServer({ checksums, ...options }: ServerPackageOptions): Promise<string> {
  const { app } = await stage({ ...options, kind: 'server' });
  const problems = await problemsOfFiles(await filesOfFolder(app), 'server');
  if (options.programs !== null) {
    const program = join(app, 'assets/bin', TARGET);
    problems.push(...(await problemsOfTunnelProgram(program, await pinnedChecksum(checksums))));
  }
  refuse(problems);
  return app;
}
