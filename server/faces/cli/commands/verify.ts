import type { Command } from 'commander';
import { verifyWorkspace } from '../../../operations/workspace/verify.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { DamageFound } from '../exit-code.ts';
import { plural } from '../output.ts';

export function addVerifyCommand(program: Command): void {
  addCommand(program, 'verify', 'check every file and the audit log').action(onWorkspace(verify));
}

async function verify({ connection, output }: CommandContext): Promise<void> {
  const report = await connection.run(verifyWorkspace, {});
  const { files, audit } = report;
  output.answer(report, () =>
    [
      `${plural(files.checked, 'file')} and ${plural(audit.entries, 'audit entry', 'audit entries')} checked.`,
      ...files.damage.map(({ file, problem, action }) => `${file}: ${problem}; ${action}`),
      ...audit.broken.map(({ seq, problem }) => `audit entry ${seq}: ${problem}`),
    ].join('\n'),
  );
  const isLost = files.damage.some(({ lost }) => lost) || audit.broken.length > 0;
  if (isLost)
    throw new DamageFound('The workspace is damaged: something that was saved is not whole any more.');
}
