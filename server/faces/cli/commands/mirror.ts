import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import type { z } from 'zod';
import { COMMAND } from '../../../command-name.ts';
import { AppError } from '../../../errors.ts';
import { readMirrorStatus } from '../../../operations/markdown-mirror/status.ts';
import type { mirrorStatusSchema } from '../../../operations/markdown-mirror/view.ts';
import { writeMirror } from '../../../operations/markdown-mirror/write.ts';
import { updateSettings } from '../../../operations/settings/update.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { plural, shortTime } from '../output.ts';
import { startProgress, type Progress } from '../progress.ts';

type Status = z.output<typeof mirrorStatusSchema>;

const POLL_MS = 100;

export function addMirrorCommands(program: Command): void {
  const mirror = program
    .command('mirror')
    .description('a folder that is kept up to date with Markdown files of all documents');
  addCommand(mirror, 'status', 'whether the mirror is up to date, and what is in its way', {
    isDefault: true,
  }).action(onWorkspace(status));
  addCommand(mirror, 'set <folder>', 'keep the mirror in a folder, which is new or empty').action(
    onWorkspace(set),
  );
  addCommand(mirror, 'write', 'look at every file of the mirror, and write those that are not right').action(
    onWorkspace(write),
  );
  addCommand(mirror, 'off', 'keep no mirror any more; its files stay').action(onWorkspace(turnOff));
}

async function status({ connection, output }: CommandContext): Promise<void> {
  const found = await connection.run(readMirrorStatus, {});
  output.answer(found, () => describe(found).join('\n'));
}

async function set(context: CommandContext, folder: string): Promise<void> {
  await context.connection.run(updateSettings, { markdown_mirror: resolve(folder) });
  await write(context);
}

async function write(context: CommandContext): Promise<void> {
  await context.connection.run(writeMirror, {});
  const { connection, output } = context;
  let progress: Progress | undefined;
  let shown = 0;
  try {
    for (;;) {
      const found = await connection.run(readMirrorStatus, {});
      if (found.problem)
        throw new AppError('unavailable', found.problem.message, { hint: found.problem.hint });
      if (found.state !== 'working') return output.answer(found, () => describe(found).join('\n'));
      if (found.total > 0) progress ??= startProgress('Writing', found.total, output.json);
      progress?.advance(Math.max(0, found.done - shown));
      shown = Math.max(shown, found.done);
      await wait(POLL_MS);
    }
  } finally {
    progress?.end();
  }
}

async function turnOff({ connection, output }: CommandContext): Promise<void> {
  const { folder } = await connection.run(readMirrorStatus, {});
  await connection.run(updateSettings, { markdown_mirror: '' });
  output.answer({ folder }, folder === '' ? 'There is no mirror.' : `The files stay in ${folder}.`);
}

function describe(found: Status): string[] {
  if (found.state === 'off')
    return [`There is no mirror. Choose a folder with: ${COMMAND} mirror set FOLDER`];
  const { problem } = found;
  return [
    headline(found),
    ...(problem ? [`${problem.message} ${problem.hint}`] : []),
    ...found.set_aside.map(({ path, was }) => `Edited and set aside: ${path} (was ${was})`),
    ...found.left_out.map(({ path, reason }) => `Left out: ${path} (${reason})`),
  ];
}

function headline({ state, folder, files, done, total, written_at: writtenAt }: Status): string {
  if (state === 'working' && total === 0) return `Looking at the files in ${folder}.`;
  if (state === 'working') return `Writing ${done} of ${total} to ${folder}.`;
  if (state === 'waiting') {
    return `Waiting: ${folder}${writtenAt === null ? '' : `, which was up to date at ${shortTime(writtenAt)}`}.`;
  }
  return `Up to date at ${shortTime(writtenAt)}: ${plural(files, 'file')} in ${folder}.`;
}
