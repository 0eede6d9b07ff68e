import { LOOPBACK_HOSTS } from '../../../server/domain/loopback.ts';
import type { CheckStatus, Finding } from '../../../server/domain/diagnosis.ts';

/**
 * “All is well”, or how much is not.
 *
 * @param address that was examined: one that only this computer reaches is said to be so
 */
export function summary(rows: readonly { status: CheckStatus }[], address: string): string {
  const count = (status: CheckStatus) => rows.filter((row) => row.status === status).length;
  const [broken, unsure] = [count('red'), count('amber')];
  if (broken + unsure === 0)
    return isOfThisComputer(address) ? 'All is well on this computer' : 'All is well';
  const words = [
    ...(broken > 0 ? [`${things(broken)} broken`] : []),
    ...(unsure > 0 ? [`${things(unsure)} to look at`] : []),
  ].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isOfThisComputer(address: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(address).hostname);
}

/** What to mend first: of what is broken, the earliest; others often follow from it. */
export function firstProblem<Row extends Pick<Finding, 'status'>>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ status }) => status === 'red') ?? rows.find(({ status }) => status === 'amber');
}

/** What is known of an attempt, as far as it matters for whether to check. */
interface AttemptState {
  state: 'under_way' | 'connected' | 'stalled' | 'failed';
  steps: readonly { at: string }[];
}

/** When the newest attempt broke off, if nobody has looked for the reason since; null otherwise. */
export function unexplained(
  attempts: readonly AttemptState[],
  last: { started_at: string } | null,
): string | null {
  const [newest] = attempts;
  if (!newest || (newest.state !== 'failed' && newest.state !== 'stalled')) return null;
  const at = newest.steps.at(-1)?.at ?? null;
  return at === null || last === null || last.started_at > at ? null : at;
}

/** “at 14:02”; with its date when it is not of the day that is looked from. */
export function atMoment(at: string, from: number): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString(undefined, { timeStyle: 'short' });
  if (moment.toDateString() === new Date(from).toDateString()) return `at ${time}`;
  return `on ${moment.toLocaleDateString(undefined, { dateStyle: 'medium' })} at ${time}`;
}

function things(count: number): string {
  return count === 1 ? 'one thing' : `${count} things`;
}
