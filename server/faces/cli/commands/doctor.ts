import type { Command } from 'commander';
import { GROUP_WORDS, STATUS_WORDS } from '../../../domain/diagnosis-report.ts';
import { CHECK_GROUPS, worstStatus, type CheckStatus, type Diagnosis } from '../../../domain/diagnosis.ts';
import { runDiagnostics } from '../../../operations/diagnostics/run.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { plural } from '../output.ts';

export function addDoctorCommand(program: Command): void {
  addCommand(program, 'doctor', 'check the connection and the workspace, as an assistant would meet them')
    .option('--address <url>', 'address to examine; the workspace’s own otherwise')
    .action(onWorkspace(examine));
}

async function examine(
  { connection, output }: CommandContext,
  { address }: { address?: string },
): Promise<void> {
  const found = await connection.run(runDiagnostics, address === undefined ? {} : { address });
  output.answer(found, () => describe(found, hasColours()));
  if (worstStatus(found.rows) === 'red') process.exitCode = EXIT.failed;
}

/** Colours are for people at a terminal who have not asked for none (https://no-color.org). */
function hasColours(): boolean {
  return process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
}

function describe({ address, rows }: Diagnosis, isColoured: boolean): string {
  const width = Math.max(...rows.map(({ title }) => title.length));
  const lines = [`Examined ${address}`];
  for (const group of CHECK_GROUPS) {
    lines.push('', GROUP_WORDS[group]);
    for (const { status, title, finding, fix } of rows.filter((row) => row.group === group)) {
      lines.push(`  ${light(status, isColoured)}  ${title.padEnd(width)}  ${finding}`);
      if (fix !== null) lines.push(`${' '.repeat(width + WIDEST_LIGHT + 6)}${fix}`);
    }
  }
  return [...lines, '', summary(rows)].join('\n');
}

const WIDEST_LIGHT = Math.max(...Object.values(STATUS_WORDS).map(({ length }) => length));
const COLOURS: Record<CheckStatus, number> = { green: 32, amber: 33, red: 31, skipped: 90 };

function light(status: CheckStatus, isColoured: boolean): string {
  const word = STATUS_WORDS[status].padEnd(WIDEST_LIGHT);
  return isColoured ? `\u001b[${COLOURS[status]}m${word}\u001b[0m` : word;
}

function summary(rows: Diagnosis['rows']): string {
  const count = (status: CheckStatus) => rows.filter((row) => row.status === status).length;
  const [broken, unsure] = [count('red'), count('amber')];
  if (broken + unsure === 0) return `All is well: ${plural(count('green'), 'check')} passed.`;
  const parts = [
    ...(broken > 0 ? [`${plural(broken, 'thing')} broken`] : []),
    ...(unsure > 0 ? [`${plural(unsure, 'thing')} to look at`] : []),
  ];
  return `${parts.join(', ')}. What stands below a line says what to do.`;
}
