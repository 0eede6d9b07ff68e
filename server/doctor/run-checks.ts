import type { Finding } from '../domain/diagnosis.ts';
import type { LiveTopic } from '../live-topics.ts';
import type { Logger } from '../log.ts';
import { red, skipped, type Check, type Verdict } from './check.ts';
import type { Walk } from './walk.ts';

export interface RunOptions {
  log: Logger;
  /** Called with all rows so far, in their order, after each. */
  onRow: (rows: Finding[]) => void;
}

interface Done {
  row: Finding;
  /** Title of the red row that has to be right before this one can be tried; null when it was tried. */
  blocker: string | null;
}

/** Runs each check as soon as those that it needs have passed, so that a run takes as long as its longest way. */
export async function runChecks(
  checks: readonly Check[],
  walk: Walk,
  { log, onRow }: RunOptions,
): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  const runs = new Map<string, Promise<Done>>();
  const rows = () => checks.flatMap(({ id }) => found.get(id) ?? []);

  async function run(check: Check): Promise<Done> {
    const blocker = blockerAmong(await Promise.all(check.needs.flatMap((id) => runs.get(id) ?? [])));
    const start = performance.now();
    const verdict =
      blocker === null
        ? await verdictOf(check, walk, log)
        : skipped(`Not tried: “${blocker}” has to be right first.`);
    const { id, group, title } = check;
    const row = { id, group, title, ...verdict, took_ms: Math.round(performance.now() - start) };
    found.set(id, row);
    onRow(rows());
    return { row, blocker };
  }

  // What a check needs stands above it, so that its run is known here.
  for (const check of checks) runs.set(check.id, run(check));
  await Promise.all(runs.values());
  return rows();
}

/** The rows of a finished run as they are after something else has changed: those that it can tell are found anew. */
export async function renewRows(
  checks: readonly Check[],
  walk: Walk,
  { rows, topic, log }: { rows: readonly Finding[]; topic: LiveTopic; log: Logger },
): Promise<Finding[]> {
  const renewed = new Map(
    checks.filter(({ renewedBy }) => renewedBy?.includes(topic)).map((check) => [check.id, check]),
  );
  return Promise.all(
    rows.map(async (row) => {
      const check = renewed.get(row.id);
      return check ? { ...row, ...(await verdictOf(check, walk, log)) } : row;
    }),
  );
}

/** A row that only makes no sense at this address stands in nobody's way. */
function blockerAmong(before: readonly Done[]): string | null {
  for (const { row, blocker } of before) {
    if (row.status === 'red') return row.title;
    if (blocker !== null) return blocker;
  }
  return null;
}

/** A check that fails itself must not keep the others from being shown, nor show words that were not meant for people. */
async function verdictOf(check: Check, walk: Walk, log: Logger): Promise<Verdict> {
  try {
    return await check.run(walk);
  } catch (error) {
    log.error({ err: error, check: check.id }, 'a check of the doctor failed');
    return red('This check itself did not work.', 'Run the checks again; if it stays, the log says more.');
  }
}
