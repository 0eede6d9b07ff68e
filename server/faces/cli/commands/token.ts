import { Option, type Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { TOKEN_CLIENTS, type Client, type ClientConfig } from '../../../domain/client-config.ts';
import type { Scope } from '../../../domain/personal-token.ts';
import { readClientConfig } from '../../../operations/account/client-config.ts';
import { createToken } from '../../../operations/tokens/create.ts';
import { listTokens } from '../../../operations/tokens/list.ts';
import { revokeToken } from '../../../operations/tokens/revoke.ts';
import { describeClientConfig } from '../client-config-words.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { shortTime, tableOr } from '../output.ts';

interface CreateOptions {
  user: string;
  name: string;
  readOnly?: boolean;
  expires: string;
  confirmNever?: boolean;
  for?: Client;
}

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('API tokens for programs and assistants');
  addCommand(token, 'create', 'create a token; its secret is shown once')
    .requiredOption('--user <username>', 'whom the token acts as')
    .requiredOption('--name <label>', 'what the token is for')
    .option('--read-only', 'may read, not write')
    .option('--expires <time>', 'days such as 90d, or never', '365d')
    .option('--confirm-never', 'it is meant that the token never expires')
    .addOption(
      new Option('--for <program>', 'print how this program is connected with it').choices(TOKEN_CLIENTS),
    )
    .action(onWorkspace(create));
  addCommand(token, 'list', 'list the tokens')
    .option('--user <username>', 'of one person only')
    .action(onWorkspace(list));
  addCommand(token, 'revoke <id>', 'refuse a token from now on').action(onWorkspace(revoke));
}

async function create({ connection, output }: CommandContext, options: CreateOptions): Promise<void> {
  const scopes: Scope[] = options.readOnly ? ['read'] : ['read', 'write'];
  const { token, secret } = await connection.run(createToken, {
    username: options.user,
    name: options.name,
    scopes,
    expires_in_days: daysOf(options.expires),
    confirm_never: options.confirmNever === true,
  });
  const config = await configFor(connection, options.for, secret);
  const answer = { id: token.id, token: secret, scopes: token.scopes, ...(config && { config }) };
  output.answer(answer, config ? describeClientConfig(config) : secret);
  output.remark(
    `Token ${token.id} for ${token.user.username}, ${expiry(token.expires_at)}. This is the only time it is shown.`,
  );
}

/** The snippets that a program wants, with the token in them. */
async function configFor(
  connection: CommandContext['connection'],
  client: Client | undefined,
  token: string,
): Promise<ClientConfig | undefined> {
  if (client === undefined) return undefined;
  const { items } = await connection.run(readClientConfig, { client, token });
  return items[0];
}

function daysOf(text: string): number | null {
  if (text === 'never') return null;
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (days === undefined)
    throw new UsageError(`--expires must be days such as 90d, or never, not “${text}”.`);
  return Number(days);
}

const expiry = (time: string | null) => (time === null ? 'never expires' : `expires ${shortTime(time)}`);

async function list({ connection, output }: CommandContext, options: { user?: string }): Promise<void> {
  const username = options.user === undefined ? {} : { username: options.user };
  const tokens = await connection.run(listTokens, username);
  output.answer(tokens, () =>
    tableOr(
      `No tokens yet. Create one with: ${COMMAND} token create --user NAME --name LABEL`,
      ['id', 'user', 'name', 'shown as', 'scopes', 'last used', 'expires', 'state'],
      tokens.items.map((token) => [
        token.id,
        token.user.username,
        token.name,
        token.shown_as,
        token.scopes.join('+'),
        shortTime(token.last_used_at),
        token.expires_at === null ? 'never' : shortTime(token.expires_at),
        stateOf(token),
      ]),
    ),
  );
}

function stateOf(token: { revoked_at: string | null; expires_at: string | null }): string {
  if (token.revoked_at !== null) return 'revoked';
  return token.expires_at !== null && Date.parse(token.expires_at) <= Date.now() ? 'expired' : 'active';
}

async function revoke({ connection, output }: CommandContext, id: string): Promise<void> {
  const { token } = await connection.run(revokeToken, { id });
  output.answer(token, `Revoked ${token.id} (${token.name}).`);
}
