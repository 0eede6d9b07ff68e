import { systemActor } from '../../identity/desk-actor.ts';
import { readBackupStatus } from '../../operations/backup/status.ts';
import { perform } from '../../operations/perform.ts';
import { amber, green, red, type Check } from '../check.ts';

const DAY_MS = 86_400_000;
const OLD_DAYS = 30;

/** What would be left if this computer broke now. */
export const backup: Check = {
  id: 'backup',
  group: 'data',
  title: 'Backup',
  needs: [],
  renewedBy: ['backups', 'markdown_mirror'],
  async run({ services }) {
    const status = await perform(services, readBackupStatus, systemActor(''), {});
    const fix = 'Make one under Backup and data.';
    if (status.problem !== null) return red(status.problem, 'Choose another folder under Backup and data.');
    if (status.last === null) return amber('There is no backup yet.', fix);
    const age = inWords(services.clock.now() - Date.parse(status.last.at));
    const failed = status.job?.kind === 'backup' && status.job.state === 'failed' ? status.job.problem : null;
    if (failed)
      return amber(
        `The last try failed: ${failed.message} The newest backup is ${age} old.`,
        failed.hint ?? fix,
      );
    if (status.is_late) return amber(`The schedule is behind: the newest backup is ${age} old.`, fix);
    if (services.clock.now() - Date.parse(status.last.at) > OLD_DAYS * DAY_MS)
      return amber(`The newest backup is ${age} old.`, `${fix} A schedule there makes them by itself.`);
    const { state, problem } = services.mirror.status;
    if (state === 'waiting' && problem)
      return amber(
        `The newest backup is ${age} old. The Markdown mirror waits: ${problem.message}`,
        problem.hint,
      );
    return green(`The newest backup is ${age} old.`);
  },
};

function inWords(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
