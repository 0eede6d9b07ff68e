import { parseConfig, type Config } from '../../server/config.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { initializeWorkspace } from '../../server/operations/workspace/initialize.ts';

/** The configuration of a server on a folder of the test's own, on a free port. */
export function folderConfig(folder: string, flags: Record<string, string> = {}): Config {
  return parseConfig({
    flags: { data: folder, port: '0', 'local-port': '0', 'log-level': 'warn', search: 'off', ...flags },
    env: {},
    platform: process.platform,
    home: folder,
  });
}

/** Makes a real workspace in an empty folder, with its owner and the space `notes`. */
export async function initializeFolder(folder: string, owner: { username: string }): Promise<void> {
  const connection = await openFolder(folderConfig(folder), { create: true });
  try {
    await connection.asSystem(initializeWorkspace, owner);
  } finally {
    await connection.close();
  }
}
