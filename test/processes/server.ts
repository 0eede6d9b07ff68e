import { prepareSocketPath } from '../../server/faces/cli/socket-path.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';

/** The server on a folder, without the limits that a person needs and a machine-gun of a test does not. */
const [, , folder = '', search = 'off'] = process.argv;
const plenty = {
  requestsPerMinute: 1_000_000,
  failedTokensPerMinute: 1_000_000,
  signInsPerMinute: 10_000,
  signInsPerTenMinutes: 10_000,
  signInsPerMinuteOfAll: 10_000,
};
const server = await startServer({ ...folderConfig(folder, { search }), limits: { http: plenty } });
process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.stdout.write(
  `${JSON.stringify({ url: server.publicUrl, socket: await prepareSocketPath(folder) })}\n`,
);
