import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { connect } from '../../server/faces/cli/connect.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import { readTransferStatus } from '../../server/operations/markdown-files/status.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import type { TransferJob } from '../../server/transfer-ports.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { PATIENCE } from '../patience.ts';

/** A server on a folder of its own, and the page of the person at the machine as HTTP. */
export interface LocalApp {
  server: RunningServer;
  folder: string;
  /** What a page of ours sends with every call. */
  headers: Record<string, string>;
  run: Connection['run'];
  request(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response>;
  call(operation: string, input: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Sends a piece of the files of an import. */
  send(id: string, at: number, piece: Uint8Array): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The import or export, once it has ended. */
  ended(): Promise<TransferJob>;
}

export async function openLocalApp(): Promise<LocalApp> {
  const folder = join(await temporaryFolder(), 'data');
  await initializeFolder(folder, { username: 'ada' });
  const config = folderConfig(folder, { 'log-level': 'silent' });
  const server = await startServer(config);
  onTestFinished(() => server.close());
  const connection = await connect(config);
  onTestFinished(() => connection.close());

  const ticket = server.launchAddress() ?? '';
  const opened = await fetch(ticket, { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0] ?? '')
    .join('; ');
  const session = await fetch(new URL('/app/session', ticket), { headers: { cookie } });
  const { csrf_token: token } = await asObject(session);
  const headers = { cookie, 'x-csrf-token': String(token) };

  const request: LocalApp['request'] = (path, { headers: more, ...init } = {}) =>
    fetch(new URL(path, ticket), { ...init, headers: { ...headers, ...more } });

  return {
    server,
    folder,
    headers,
    run: (operation, input, user) => connection.run(operation, input, user),
    request,
    async call(operation, input) {
      const response = await request(`/app/call/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      return { status: response.status, body: await asObject(response) };
    },
    async send(id, at, piece) {
      const response = await request(`/app/uploads/${id}/${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from(piece),
      });
      return { status: response.status, body: await asObject(response) };
    },
    ended: () =>
      vi.waitFor(
        async () => {
          const { job } = await connection.run(readTransferStatus, {});
          if (!job || job.state === 'running') throw new Error('It is still running.');
          return job;
        },
        { ...PATIENCE, interval: 5 },
      ),
  };
}

async function asObject(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  return typeof body === 'object' ? { ...body } : {};
}
