import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { prepareSocketPath } from '../../server/faces/cli/socket-path.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';

/**
 * A server in a process of its own that watches its event loop: for each line on its input it says the longest block
 * since the line before, in milliseconds, and starts over. Ends with its input.
 */
const [, , folder = ''] = process.argv;
const plenty = { requestsPerMinute: 1_000_000, failedTokensPerMinute: 1_000_000 };
const limits = { http: plenty, mcp: { requestsPerMinute: 1_000_000 } };
const server = await startServer({ ...folderConfig(folder), limits });
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  process.stdout.write(`${JSON.stringify({ longest: delays.max / 1e6 })}\n`);
  delays.reset();
});
lines.once('close', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
const socket = await prepareSocketPath(folder);
process.stdout.write(`${JSON.stringify({ url: server.publicUrl, socket })}\n`);
