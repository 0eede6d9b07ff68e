import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '../../../server/start.ts';
import { folderConfig } from '../../builders/folder.ts';
import { answerParent } from '../child-process.ts';

/** The whole server with search on, in a process of its own that watches its own event loop. */
const [, , folder = ''] = process.argv;
const plenty = { requestsPerMinute: 10_000_000, failedTokensPerMinute: 10_000_000 };
const loop = monitorEventLoopDelay({ resolution: 1 });
let server: Awaited<ReturnType<typeof startServer>> | undefined;

const methods = {
  async start(): Promise<{ url: string; took: number }> {
    const began = performance.now();
    loop.enable();
    const config = folderConfig(folder, { search: 'lunr', 'log-level': 'error' });
    server = await startServer({ ...config, limits: { http: plenty } });
    return { url: server.publicUrl, took: performance.now() - began };
  },

  /** Milliseconds by which the event loop was late since the last call. */
  late(): { p99: number; max: number } {
    const late = { p99: asLateness(loop.percentile(99)), max: asLateness(loop.max) };
    loop.reset();
    return late;
  },

  /** Resident memory of the process with all its threads, in MB. */
  resident(): number {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  },

  async close(): Promise<void> {
    await server?.close();
    loop.disable();
  },
};

/** The histogram counts the time between ticks of a timer of 1 ms. */
const asLateness = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);

export type WatchedServer = typeof methods;
answerParent(methods);
