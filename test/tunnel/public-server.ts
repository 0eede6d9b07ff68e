import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { scriptedEnvironment, startsIn, type Script } from './world.ts';
import { PATIENCE } from '../patience.ts';

/** A real server in a process of its own, whose settings have the trial on: it runs once its tunnel's program does. */
export async function startPublicServer(folder: string, script: Script): Promise<ServerProcess> {
  const data = join(folder, 'data');
  await mkdir(data);
  await initializeFolder(data, { username: 'ada' });
  const connection = await openFolder(folderConfig(data));
  await connection.run(updateSettings, { public_access: 'quick_tunnel' });
  await connection.close();
  const server = await startIn(data, await scriptedEnvironment(folder, script));
  await vi.waitFor(async () => expect(await startsIn(folder)).not.toEqual([]), PATIENCE);
  return server;
}

/** The process has got its environment by the time that this returns its promise: others may set theirs. */
function startIn(data: string, environment: Record<string, string>): Promise<ServerProcess> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const starting = startServerProcess(data);
  vi.unstubAllEnvs();
  return starting;
}
