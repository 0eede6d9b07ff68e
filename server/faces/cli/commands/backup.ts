import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { AppError } from '../../../errors.ts';
import { createBackup } from '../../../operations/backup/create.ts';
import { deleteBackup } from '../../../operations/backup/delete.ts';
import { listBackups } from '../../../operations/backup/list.ts';
import { previewBackup } from '../../../operations/backup/preview.ts';
import { readBackupStatus } from '../../../operations/backup/status.ts';
import { describeBackup, megabytes } from '../backup-words.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { shortTime, tableOr } from '../output.ts';
import { startProgress } from '../progress.ts';

const POLL_MS = 100;

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('backups of the whole workspace, made while it is in use');
  addCommand(backup, 'create [file.zip]', 'make a backup, in the folder of backups unless you name a file', {
    isDefault: true,
  }).action(onWorkspace(create));
  addCommand(backup, 'list', 'list the backups').action(onWorkspace(list));
  addCommand(backup, 'show <backup>', 'check every byte of a backup and say what is in it').action(
    onWorkspace(show),
  );
  addCommand(backup, 'delete <backup>', 'delete a backup for ever').action(onWorkspace(remove));
}

async function create({ connection, output }: CommandContext, file: string | undefined): Promise<void> {
  const started = await connection.run(createBackup, file === undefined ? {} : { file: resolve(file) });
  const progress = startProgress('Backing up', 1000, output.json, () => '');
  let shown = 0;
  try {
    for (;;) {
      const { job } = await connection.run(readBackupStatus, {});
      if (job?.id !== started.id)
        throw new AppError('unavailable', 'The server was started again meanwhile.');
      if (job.state === 'failed') throw failed(job.problem);
      if (job.state === 'done') break;
      const done = job.total === 0 ? 0 : job.files / job.total;
      const now = Math.floor((job.phase === 'copying' ? done : 1 + done) * 500);
      progress.advance(Math.max(0, now - shown));
      shown = Math.max(now, shown);
      await wait(POLL_MS);
    }
  } finally {
    progress.end();
  }
  const preview = await connection.run(previewBackup, { archive: started.archive });
  output.answer({ archive: started.archive, ...preview }, () =>
    [
      `Backed up ${describeBackup(preview)} to ${started.archive} (${megabytes(preview.size)}).`,
      'Keep it private: it holds every text, and what apps and people sign in with.',
    ].join('\n'),
  );
}

function failed(problem: { message: string; hint: string | null } | null): AppError {
  const hint = problem?.hint ?? undefined;
  return new AppError(
    'unavailable',
    problem?.message ?? 'The backup has failed.',
    hint === undefined ? {} : { hint },
  );
}

const KINDS = { manual: 'by hand', scheduled: 'by schedule', before_update: 'before an update' };

async function list({ connection, output }: CommandContext): Promise<void> {
  const found = await connection.run(listBackups, {});
  output.answer(found, () =>
    tableOr(
      `No backup yet in ${found.folder}.`,
      ['backup', 'taken', 'made', 'size'],
      found.items.map(({ name, at, kind, size }) => [
        name,
        shortTime(at),
        KINDS[kind],
        size === null ? '-' : megabytes(size),
      ]),
    ),
  );
}

/** A name of the list as it is; anything else is a file. */
function archiveOf(given: string): string {
  return /[/\\]/.test(given) ? resolve(given) : given;
}

async function show({ connection, output }: CommandContext, given: string): Promise<void> {
  const preview = await connection.run(previewBackup, { archive: archiveOf(given) });
  output.answer(preview, () =>
    [
      `${preview.workspace_name || 'Commonplace'} as of ${shortTime(preview.taken_at)}, whole: ${describeBackup(preview)}.`,
      `Made by Commonplace ${preview.program_version}; ${megabytes(preview.size)}, unpacked ${megabytes(preview.unpacked_size)}.`,
    ].join('\n'),
  );
}

async function remove({ connection, output }: CommandContext, name: string): Promise<void> {
  const deleted = await connection.run(deleteBackup, { name });
  output.answer(deleted, `Deleted ${deleted.name}.`);
}
