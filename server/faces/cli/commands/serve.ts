import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import type { Config } from '../../../config.ts';
import { needsSetup } from '../../../setup/needs-setup.ts';
import { startServer, type RunningServer } from '../../../start.ts';
import { addCommand, configOf, inSameFolder } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { announceAddress } from '../announce-address.ts';
import { endSignal } from '../end-signal.ts';
import { createOutput, remarkDamage } from '../output.ts';

/** Ending takes no longer than this (design §7); what was acknowledged is on disk long before. */
const STOP_LIMIT_MS = 10_000;

interface ServeOptions {
  data?: string;
  json?: boolean;
}

export function addServeCommand(program: Command): void {
  addCommand(program, 'serve', 'serve the workspace until you stop it')
    .option('--port <port>', 'public port; 0 picks a free one (default: 7420)')
    .option('--local-port <port>', 'port kept for the owner’s listener (default: 7421)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this computer only)')
    .option('--base-url <url>', 'public address, e.g. https://kb.example.com')
    .option('--trusted-proxies <addresses>', 'addresses of your reverse proxies, separated by commas')
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const stopped = endSignal();
  const config = configOf({ ...options });
  const server = (await needsSetup(config.dataFolder))
    ? await setUp(config, options, stopped)
    : await startServer(config);
  if (!server) return;
  announce(server, options);
  const silence = announceAddress(server.publicAccess, createOutput(options.json ?? false));
  await stopped;
  silence();
  const limit = setTimeout(() => process.exit(EXIT.failed), STOP_LIMIT_MS);
  const isDamaged = server.readOnlyReason() !== null;
  await server.close();
  clearTimeout(limit);
  process.exitCode = isDamaged ? EXIT.damaged : EXIT.done;
}

/** Serves the page that makes the workspace, then the workspace. Undefined when it was ended before there was one. */
async function setUp(
  config: Config,
  { json = false, data }: ServeOptions,
  stopped: Promise<unknown>,
): Promise<RunningServer | undefined> {
  const { serveSetup } = await import('../../../setup/serve-setup.ts');
  const setup = await serveSetup(config);
  createOutput(json).answer({ event: 'setup', local: setup.address, pid: process.pid }, () =>
    [
      'Welcome to Commonplace. There is no workspace yet.',
      `  Make one in your browser:  ${setup.address}`,
      `  Or in this terminal:       ${COMMAND} init --username NAME --sample${inSameFolder(data)}`,
      `It will live in ${config.dataFolder}; --data DIR chooses another folder.`,
    ].join('\n'),
  );
  const server = await Promise.race([setup.made, stopped.then(() => undefined)]);
  if (!server) await setup.close();
  return server;
}

function announce(server: RunningServer, { json = false, data }: ServeOptions): void {
  const output = createOutput(json);
  const local = server.launchAddress();
  const ready = { event: 'ready', public: server.publicUrl, local, pid: server.pid };
  output.answer(ready, () => welcome(server.publicUrl, local, data));
  if (server.takenPort !== null) {
    output.remark(
      `Port ${server.takenPort} is taken by another program: this time Commonplace answers at ${server.publicUrl}.`,
    );
  }
  remarkDamage(output, server.damage);
  const reason = server.readOnlyReason();
  if (reason === null) return;
  output.remark(`The workspace is read-only: ${reason}`);
  output.remark(
    `  To go on without what is lost, stop the server and run: ${COMMAND} verify --accept-loss${inSameFolder(data)}`,
  );
}

function welcome(url: string, local: string | null, data: string | undefined): string {
  return [
    `Commonplace answers at ${url}. Ctrl+C ends it.`,
    ...(local === null ? [] : [`  Open the app here:       ${local}`]),
    `  Members sign in at:      ${url}/`,
    `  Scripts use REST:        ${url}/api/v1 (described at ${url}/api/v1/openapi.json)`,
    `  Assistants connect to:   ${url}/api/mcp (MCP)`,
    `  Programs need a token:   ${COMMAND} token create --user NAME --name LABEL${inSameFolder(data)}`,
  ].join('\n');
}
