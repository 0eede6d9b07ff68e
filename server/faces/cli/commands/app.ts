import { Argument, type Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { CLIENTS, type Client } from '../../../domain/client-config.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../../domain/trust-level.ts';
import { TRUST_LEVEL_WORDS } from '../../../domain/trust-level-words.ts';
import { readClientConfig } from '../../../operations/account/client-config.ts';
import { disconnectApp } from '../../../operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../../operations/connected-apps/list.ts';
import { setAppTrust } from '../../../operations/connected-apps/set-trust.ts';
import { describeClientConfig } from '../client-config-words.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { shortTime, tableOr } from '../output.ts';

export function addAppCommands(program: Command): void {
  const app = program.command('app').description('apps that people have connected');
  addCommand(app, 'list', 'list the connected apps')
    .option('--user <username>', 'of one person only')
    .option('--all', 'those that were disconnected, too')
    .action(onWorkspace(list));
  addCommand(app, 'trust', 'say how far an app may go')
    .argument('<id>')
    .addArgument(new Argument('<level>').choices(TRUST_LEVELS))
    .action(onWorkspace(trust));
  addCommand(app, 'disconnect <id>', 'refuse an app from now on').action(onWorkspace(disconnect));
  addCommand(app, 'config', 'show how a program is connected')
    .addArgument(new Argument('<program>').choices(CLIENTS))
    .action(onWorkspace(config));
}

async function list(
  { connection, output }: CommandContext,
  options: { user?: string; all?: boolean },
): Promise<void> {
  const apps = await connection.run(listConnectedApps, {
    ...(options.user !== undefined && { username: options.user }),
    disconnected: options.all === true,
  });
  output.answer(apps, () =>
    tableOr(
      `No app is connected. See how: ${COMMAND} app config claude`,
      ['id', 'user', 'app', 'sent back to', 'trust', 'scopes', 'connected', 'last used', 'state'],
      apps.items.map((app) => [
        app.id,
        app.user.username,
        app.name,
        app.redirect_host,
        app.trust_level,
        app.scopes.join('+'),
        shortTime(app.created_at),
        shortTime(app.last_used_at),
        stateOf(app),
      ]),
    ),
  );
}

function stateOf(app: {
  disconnected_at: string | null;
  needs_reconnect: boolean;
  base_url: string;
}): string {
  if (app.disconnected_at !== null) return 'disconnected';
  return app.needs_reconnect ? `must reconnect: was at ${app.base_url}` : 'connected';
}

async function trust({ connection, output }: CommandContext, id: string, level: TrustLevel): Promise<void> {
  const { app } = await connection.run(setAppTrust, { id, trust_level: level });
  const { label, description } = TRUST_LEVEL_WORDS[app.trust_level];
  output.answer(app, `${app.name} of ${app.user.username}: ${label}. ${description}`);
}

async function disconnect({ connection, output }: CommandContext, id: string): Promise<void> {
  const { app } = await connection.run(disconnectApp, { id });
  output.answer(app, `Disconnected ${app.name} of ${app.user.username}. Its next call is refused.`);
}

async function config({ connection, output }: CommandContext, client: Client): Promise<void> {
  const { items } = await connection.run(readClientConfig, { client });
  const [only] = items;
  if (only) output.answer(only, () => describeClientConfig(only));
}
