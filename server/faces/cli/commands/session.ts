import type { Command } from 'commander';
import { endAllSessions } from '../../../operations/sessions/end-all.ts';
import { endSession } from '../../../operations/sessions/end.ts';
import { listSessions } from '../../../operations/sessions/list.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { plural, shortTime, tableOr } from '../output.ts';

interface UserOption {
  user?: string;
}

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('browsers that people are signed in with');
  addCommand(session, 'list', 'list who is signed in, and where')
    .option('--user <username>', 'of one person only')
    .action(onWorkspace(list));
  addCommand(session, 'end [id]', 'sign a browser out')
    .option('--user <username>', 'every browser of this person')
    .action(onWorkspace(end));
}

async function list({ connection, output }: CommandContext, { user }: UserOption): Promise<void> {
  const whose = user === undefined ? { everybody: true } : { username: user };
  const sessions = await connection.run(listSessions, whose);
  output.answer(sessions, () =>
    tableOr(
      'Nobody is signed in with a browser.',
      ['id', 'user', 'browser', 'address', 'since', 'last seen', 'until'],
      sessions.items.map((session) => [
        session.id,
        session.user.username,
        session.device,
        session.ip ?? '-',
        shortTime(session.created_at),
        shortTime(session.last_seen_at),
        shortTime(session.expires_at),
      ]),
    ),
  );
}

async function end(
  { connection, output }: CommandContext,
  id: string | undefined,
  { user }: UserOption,
): Promise<void> {
  if ((id === undefined) === (user === undefined))
    throw new UsageError('Name either the id of a session or --user NAME.');
  if (user !== undefined) {
    const { ended } = await connection.run(endAllSessions, { username: user });
    output.answer({ ended }, `Signed ${user} out of ${plural(ended, 'browser')}.`);
    return;
  }
  const { session } = await connection.run(endSession, { id: id ?? '' });
  output.answer(session, `Signed ${session.user.username} out of ${session.device}.`);
}
