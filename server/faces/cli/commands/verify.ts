import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { AppError } from '../../../errors.ts';
import { acceptLoss } from '../../../operations/workspace/accept-loss.ts';
import { verifyWorkspace } from '../../../operations/workspace/verify.ts';
import type { DamageReport } from '../../../ports.ts';
import { FolderInUse } from '../../../storage/open-errors.ts';
import { addCommand, configOf, inSameFolder, onWorkspace, type CommandContext } from '../command.ts';
import { DamageFound } from '../exit-code.ts';
import { openFolder, type FolderConnection } from '../folder-connection.ts';
import { createOutput, plural } from '../output.ts';

interface VerifyOptions {
  data?: string;
  json?: boolean;
  acceptLoss?: boolean;
}

export function addVerifyCommand(program: Command): void {
  const check = onWorkspace(verify);
  addCommand(program, 'verify', 'check every file and the audit log')
    .option('--accept-loss', 'go on without what cannot be recovered; while no server runs')
    .action(function (this: Command, options: VerifyOptions) {
      return options.acceptLoss ? goOnWithout(options) : check.call(this, options);
    });
}

async function verify({ connection, output }: CommandContext, { data }: VerifyOptions): Promise<void> {
  const report = await connection.run(verifyWorkspace, {});
  const { files, audit } = report;
  output.answer(report, () =>
    [
      `${plural(files.checked, 'file')} and ${plural(audit.entries, 'audit entry', 'audit entries')} checked.`,
      ...damageLines(files.damage),
      ...audit.broken.map(({ seq, problem }) => `audit entry ${seq}: ${problem}`),
    ].join('\n'),
  );
  const isLost = files.damage.some(({ lost }) => lost) || audit.broken.length > 0;
  if (!isLost) return;
  throw new DamageFound(
    'The workspace is damaged: something that was saved is not whole any more.',
    report.read_only
      ? `Copy the folder as it is. To go on without what is lost: ${COMMAND} verify --accept-loss${inSameFolder(data)}`
      : 'Copy the folder as it is. What is not named above is whole, and work goes on.',
  );
}

const damageLines = (damage: readonly DamageReport[]) =>
  damage.map(({ file, problem, action }) => `${file}: ${problem}; ${action}`);

/** Opens the folder here, never through a server, and makes it one that can be written again. */
async function goOnWithout({ data, json = false }: VerifyOptions): Promise<void> {
  const config = configOf({ data });
  if (!(await isReadOnly(config))) {
    const words = 'The workspace is not read-only: there is no loss to accept.';
    createOutput(json).answer({ accepted: [] }, words);
    return;
  }
  const connection = await openAlone(config, true);
  try {
    if (connection.readOnlyReason !== null) throw cannotBeAccepted(connection.readOnlyReason);
    const { accepted } = await recordAcceptance(connection);
    createOutput(json).answer({ accepted }, () =>
      [
        `Accepted ${plural(accepted.length, 'loss', 'losses')}; the workspace can be written again:`,
        ...damageLines(accepted),
        'No damaged file was deleted.',
      ].join('\n'),
    );
  } finally {
    await connection.close();
  }
}

/** Looking first leaves a folder that is whole as it is. */
async function isReadOnly(config: ReturnType<typeof configOf>): Promise<boolean> {
  const connection = await openAlone(config, false);
  try {
    return connection.readOnlyReason !== null;
  } finally {
    await connection.close();
  }
}

async function openAlone(config: ReturnType<typeof configOf>, accept: boolean): Promise<FolderConnection> {
  try {
    return await openFolder(config, { acceptLoss: accept });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const hint = 'Stop it first: a loss can be accepted only while nobody has the folder open.';
    throw new FolderInUse(config.dataFolder, error.pid, hint);
  }
}

/** When the people themselves are lost there is nobody to act as. */
async function recordAcceptance(connection: FolderConnection): Promise<{ accepted: DamageReport[] }> {
  try {
    return await connection.run(acceptLoss, {});
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return connection.asSystem(acceptLoss, {});
  }
}

function cannotBeAccepted(reason: string): DamageFound {
  return new DamageFound(
    `This loss cannot be accepted here: ${reason}`,
    `Take what is left with \`${COMMAND} export\`, and import it into a new workspace.`,
  );
}
