import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { listSittings } from '../../../operations/sittings/list.ts';
import { readSitting } from '../../../operations/sittings/read.ts';
import { addCommand, inSameFolder, onWorkspace, type CommandContext } from '../command.ts';
import { plural, shortTime, tableOr } from '../output.ts';

const PAGE = 100;

export function addSittingCommands(program: Command): void {
  const sitting = program.command('sitting').description('what apps and tokens did in one go');
  addCommand(sitting, 'list', 'show sittings, newest first')
    .option('--user <username>', 'those of one person')
    .option('--credential <id>', 'those of one app or token')
    .action(onWorkspace(list));
  addCommand(sitting, 'show <id>', 'show what was done in a sitting').action(onWorkspace(show));
}

interface ListOptions {
  user?: string;
  credential?: string;
}

async function list(
  { connection, output }: CommandContext,
  { user, credential }: ListOptions,
): Promise<void> {
  const query = {
    ...(user === undefined ? {} : { username: user }),
    ...(credential === undefined ? {} : { credential }),
    limit: PAGE,
  };
  const { items, total } = await connection.run(listSittings, query);
  if (items.length < total) output.remark(`The newest ${items.length} of ${total.toLocaleString('en')}.`);
  output.answer({ items, total }, () =>
    tableOr(
      'Nothing: no app or token has written anything.',
      ['id', 'app or token', 'of', 'began', 'last write', 'writes', 'documents', 'taken back'],
      items.map((sitting) => [
        sitting.id,
        sitting.client ?? '-',
        sitting.person.username,
        shortTime(sitting.started_at),
        shortTime(sitting.last_write_at),
        String(sitting.writes),
        String(sitting.documents),
        shortTime(sitting.undone_at),
      ]),
    ),
  );
}

async function show(
  { connection, output }: CommandContext,
  id: string,
  { data }: { data?: string },
): Promise<void> {
  const answer = await connection.run(readSitting, { id });
  const { sitting, changes } = answer;
  output.answer(answer, () =>
    [
      `${sitting.client ?? 'An app'} of ${sitting.person.username}, from ${shortTime(sitting.started_at)} to ${shortTime(sitting.last_write_at)}: ${plural(sitting.writes, 'write')}.`,
      tableOr(
        'Nothing.',
        ['time', 'action', 'target'],
        changes.map(({ at, action, target }) => [shortTime(at), action, `${target.type} ${target.id}`]),
      ),
      sitting.undone_at === null
        ? `To take it back: ${COMMAND} undo ${sitting.id}${inSameFolder(data)}`
        : `Taken back ${shortTime(sitting.undone_at)} by ${sitting.undone_by?.username ?? '-'}.`,
    ].join('\n'),
  );
}
