import type { Command } from 'commander';
import { startServer, type RunningServer } from '../../../start.ts';
import { addCommand, configOf, inSameFolder } from '../command.ts';
import { EXIT } from '../exit-code.ts';
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
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const stopped = endSignal();
  const config = configOf({ ...options });
  const server = await startServer(config);
  announce(server, options);
  await stopped;
  const limit = setTimeout(() => process.exit(EXIT.failed), STOP_LIMIT_MS);
  const isDamaged = server.readOnlyReason() !== null;
  await server.close();
  clearTimeout(limit);
  process.exitCode = isDamaged ? EXIT.damaged : EXIT.done;
}

function announce(server: RunningServer, { json = false, data }: ServeOptions): void {
  const output = createOutput(json);
  const local = server.launchAddress();
  const ready = { event: 'ready', public: server.publicUrl, local, pid: server.pid };
  output.answer(ready, () => welcome(server.publicUrl, local, data));
  remarkDamage(output, server.damage);
  const reason = server.readOnlyReason();
  if (reason === null) return;
  output.remark(`The workspace is read-only: ${reason}`);
  output.remark(
    `  To go on without what is lost, stop the server and run: npx commonplace verify --accept-loss${inSameFolder(data)}`,
  );
}

function welcome(url: string, local: string | null, data: string | undefined): string {
  return [
    `Commonplace answers at ${url}. Ctrl+C ends it.`,
    ...(local === null ? [] : [`  Open the app here:       ${local}`]),
    `  Members sign in at:      ${url}/`,
    `  Scripts use REST:        ${url}/api/v1 (described at ${url}/api/v1/openapi.json)`,
    `  Assistants connect to:   ${url}/api/mcp (MCP)`,
    `  Programs need a token:   npx commonplace token create --user NAME --name LABEL${inSameFolder(data)}`,
  ].join('\n');
}
