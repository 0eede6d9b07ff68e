import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig, initializeFolder } from './folder.ts';

export interface ProtectedServer<Prepared = void> {
  url: string;
  /** The connector's address. */
  mcpUrl: URL;
  /** A token of the owner, who is an admin with the username `owner`. */
  secret: string;
  /** What the folder was prepared with. */
  prepared: Prepared;
  close(): Promise<void>;
}

interface Options<Prepared> {
  flags?: Record<string, string>;
  /** Fills the workspace, as its owner, before the server starts. */
  prepare?: (connection: Connection) => Promise<Prepared>;
}

const PLENTY = 1_000_000;

/** The whole server on a new folder, without the limits that a machine-gun of a client would run into. */
export async function startProtectedServer(options?: Options<void>): Promise<ProtectedServer>;
export async function startProtectedServer<Prepared>(
  options: Required<Options<Prepared>>,
): Promise<ProtectedServer<Prepared>>;
export async function startProtectedServer({ flags, prepare }: Options<unknown> = {}): Promise<
  ProtectedServer<unknown>
> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-protected-'));
  await initializeFolder(folder, { username: 'owner' });
  const connection = await openFolder(folderConfig(folder));
  const { secret } = await connection.run(createToken, { name: 'client' });
  const prepared = await prepare?.(connection);
  await connection.close();
  const server = await startServer({
    ...folderConfig(folder, flags),
    limits: {
      http: { requestsPerMinute: PLENTY, failedTokensPerMinute: PLENTY },
      mcp: { requestsPerMinute: PLENTY },
    },
  });
  return {
    url: server.publicUrl,
    mcpUrl: new URL('/api/mcp', server.publicUrl),
    secret,
    prepared,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
