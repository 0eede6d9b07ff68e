import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import type { PublicAccessMode } from '../../../domain/public-access.ts';
import { pausePublicAccess, resumePublicAccess } from '../../../operations/public-access/pause.ts';
import { readPublicAccess } from '../../../operations/public-access/read.ts';
import { setTunnelToken } from '../../../operations/public-access/set-tunnel-token.ts';
import { updatePublicAccess } from '../../../operations/public-access/update.ts';
import { describePublicAccess } from '../address-words.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { readSecret } from '../password-input.ts';

export function addAddressCommands(program: Command): void {
  const address = program.command('address').description('how others reach the workspace');
  addCommand(address, 'show', 'say how others reach the workspace', { isDefault: true })
    .option('--log', 'what the tunnel’s program said last, too')
    .action(onWorkspace(show));
  addCommand(address, 'tunnel', 'a stable address through a Cloudflare tunnel of yours')
    .option('--domain <name>', 'its public hostname, e.g. kb.example.com')
    .option('--token-stdin', 'read the tunnel’s token from standard input')
    .option('--forget-token', 'forget the token that is kept')
    .action(onWorkspace(tunnel));
  addCommand(address, 'domain <name>', 'a domain of yours, behind your own reverse proxy').action(
    onWorkspace((context: CommandContext, domain: string) => change(context, { mode: 'own_domain', domain })),
  );
  addCommand(address, 'trial', 'a Cloudflare quick tunnel, whose address changes at every start').action(
    onWorkspace((context: CommandContext) => change(context, { mode: 'quick_tunnel' })),
  );
  addCommand(address, 'off', 'only this computer reaches the workspace').action(
    onWorkspace((context: CommandContext) => change(context, { mode: 'off' })),
  );
  addCommand(address, 'pause', 'hold public access back until resumed, over restarts too').action(
    onWorkspace(pause),
  );
  addCommand(address, 'resume', 'let others in again').action(onWorkspace(resume));
}

async function show(
  { connection, output }: CommandContext,
  { log = false }: { log?: boolean },
): Promise<void> {
  const access = await connection.run(readPublicAccess, {});
  output.answer(access, () => describePublicAccess(access, { log }));
}

interface TunnelOptions {
  domain?: string;
  tokenStdin?: boolean;
  forgetToken?: boolean;
}

async function tunnel(context: CommandContext, options: TunnelOptions): Promise<void> {
  const { domain, tokenStdin = false, forgetToken = false } = options;
  if (tokenStdin && forgetToken) throw new UsageError('Say either --token-stdin or --forget-token.');
  const { connection, output } = context;
  if (forgetToken) {
    await connection.run(setTunnelToken, { token: null });
    output.answer({ has_token: false }, 'The token is forgotten.');
    return;
  }
  if (tokenStdin) {
    const token = await readSecret({ flag: '--token-stdin', name: 'token' });
    await connection.run(setTunnelToken, { token });
  }
  await change(context, { mode: 'named_tunnel', ...(domain !== undefined && { domain }) });
}

async function change(
  { connection, output }: CommandContext,
  input: { mode: PublicAccessMode; domain?: string },
): Promise<void> {
  await connection.run(updatePublicAccess, input);
  const access = await connection.run(readPublicAccess, {});
  output.answer(access, () => describePublicAccess(access));
  if (access.source === 'command_line') {
    output.remark('The server was started with --base-url, which wins: start it without, and this counts.');
  } else if (access.port === null) {
    output.remark('The workspace is not being served at the moment; this counts from the next start.');
  }
}

async function pause({ connection, output }: CommandContext): Promise<void> {
  const answer = await connection.run(pausePublicAccess, {});
  output.answer(answer, `Public access is paused. To let others in again: ${COMMAND} address resume`);
}

async function resume({ connection, output }: CommandContext): Promise<void> {
  const answer = await connection.run(resumePublicAccess, {});
  output.answer(answer, 'Public access is resumed.');
}
