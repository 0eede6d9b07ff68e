import type { Command } from 'commander';
import { listAudit } from '../../../operations/audit/list.ts';
import { verifyAudit } from '../../../operations/audit/verify.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { DamageFound, UsageError } from '../exit-code.ts';
import { plural, shortTime, tableOr } from '../output.ts';

interface ListOptions {
  since?: string;
  user?: string;
  sitting?: string;
  limit: string;
}

const AGO: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const PAGE = 1000;

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the log of everything that was done');
  addCommand(audit, 'list', 'show entries, newest first')
    .option('--since <time>', 'a date, a time, or how long ago, e.g. 2026-11-21, 2h, 7d')
    .option('--user <username>', 'what one person did')
    .option('--sitting <id>', 'what an app or token did in one sitting')
    .option('--limit <number>', 'at most so many entries', '100')
    .action(onWorkspace(list));
  addCommand(audit, 'verify', 'check that no entry was changed, dropped or moved').action(
    onWorkspace(verify),
  );
}

async function list({ connection, output }: CommandContext, options: ListOptions): Promise<void> {
  const wanted = countOf(options.limit);
  const query = {
    ...(options.since === undefined ? {} : { since: timeOf(options.since) }),
    ...(options.user === undefined ? {} : { username: options.user }),
    ...(options.sitting === undefined ? {} : { sitting: options.sitting }),
  };
  const items: Awaited<ReturnType<typeof page>>[number][] = [];
  const page = async (before: number | undefined) => {
    const limit = Math.min(PAGE, wanted - items.length);
    const answer = await connection.run(listAudit, {
      ...query,
      limit,
      ...(before === undefined ? {} : { before_seq: before }),
    });
    return answer.items;
  };
  for (let next = await page(undefined); next.length > 0; next = await page(items.at(-1)?.seq)) {
    items.push(...next);
    if (items.length >= wanted) break;
  }
  output.answer({ items }, () =>
    tableOr(
      'Nothing.',
      ['number', 'time', 'who', 'via', 'action', 'target', 'result'],
      items.map((entry) => [
        String(entry.seq),
        shortTime(entry.at),
        entry.username ?? '-',
        entry.client === null ? entry.via : `${entry.via} (${entry.client})`,
        entry.action,
        entry.target === null ? '-' : `${entry.target.type} ${entry.target.id}`,
        entry.result,
      ]),
    ),
  );
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--limit must be a number from 1, not “${text}”.`);
  return Number(text);
}

function timeOf(text: string): string {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ago = AGO[unit];
  const time = ago === undefined ? Date.parse(text) : Date.now() - Number(count) * ago;
  const isDate = ago !== undefined || /^\d{4}-\d{2}-\d{2}/.test(text);
  if (!isDate || Number.isNaN(time)) {
    throw new UsageError(`--since must be a date, a time, or how long ago such as 2h or 7d, not “${text}”.`);
  }
  return new Date(time).toISOString();
}

async function verify({ connection, output }: CommandContext): Promise<void> {
  const { entries, broken } = await connection.run(verifyAudit, {});
  const [first] = broken;
  if (first) {
    output.answer({ entries, broken }, `Entry ${first.seq} ${first.problem}; what is before it is intact.`);
    throw new DamageFound('The audit log is not whole any more.');
  }
  output.answer({ entries, broken }, `${plural(entries, 'entry', 'entries')}, the chain is whole.`);
}
