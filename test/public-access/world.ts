import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connect } from '../../server/faces/cli/connect.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';
import type { HttpLimits } from '../../server/faces/http/limits.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import type { Tunnel } from '../../server/tunnel-ports.ts';
import type { Probe } from '../../server/tunnel/probe.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';

export interface PublicWorld {
  readonly server: RunningServer;
  folder: string;
  /** Runs an operation as the person at the machine. */
  run: Connection['run'];
  /** Asks the public listener as a proxy or tunnel does: by any Host, with any headers. */
  ask(
    path: string,
    headers?: Record<string, string | string[]>,
    call?: { method?: string; body?: string },
  ): Promise<Answer>;
  /** Ends the server and starts it again on its folder. */
  restart(tunnel: Tunnel): Promise<void>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json(): Record<string, unknown>;
}

export interface PublicWorldOptions {
  tunnel: Tunnel;
  flags?: Record<string, string>;
  limits?: Partial<HttpLimits>;
  /** Who answers at an own domain. */
  probe?: Probe;
}

/** A real server on a folder of its own, over a tunnel that the test plays. Everything ends with the test. */
export async function openPublicWorld(options: PublicWorldOptions): Promise<PublicWorld> {
  const { tunnel, flags, limits, probe } = options;
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-public-'));
  await initializeFolder(folder, { username: 'ada' });
  const config = folderConfig(folder, { 'log-level': 'silent', ...flags });
  const start = async (over: Tunnel) => ({
    server: await startServer(
      { ...config, ...(limits && { limits: { http: limits } }) },
      { tunnel: over, ...(probe && { probe }) },
    ),
    connection: await connect(config),
  });
  let running = await start(tunnel);
  let closing: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await running.connection.close();
    await running.server.close();
  }

  const world: PublicWorld = {
    get server() {
      return running.server;
    },
    folder,
    run: (operation, input, user) => running.connection.run(operation, input, user),
    ask: (path, headers = {}, call = {}) => send(running.server.publicUrl + path, headers, call),
    async restart(over) {
      await stop();
      running = await start(over);
    },
    close() {
      closing ??= stop().then(() => rm(folder, { recursive: true, force: true }));
      return closing;
    },
  };
  onTestFinished(() => world.close());
  return world;
}

function send(
  url: string,
  headers: Record<string, string | string[]>,
  { method = 'GET', body = '' }: { method?: string; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          json: () => JSON.parse(text) as Record<string, unknown>,
        });
      });
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
