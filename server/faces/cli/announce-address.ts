import { COMMAND } from '../../command-name.ts';
import type { PublicAccess } from '../../tunnel-ports.ts';
import type { Output } from './output.ts';

interface Said {
  url: string | null;
  isPaused: boolean;
  obstacle: string | null;
}

/**
 * Says where others reach the workspace, now and whenever that changes: one line of JSON an event, or words for people.
 * What stands in the way is said too.
 *
 * @returns how to stop
 */
export function announceAddress(publicAccess: PublicAccess, output: Output): () => void {
  let said: Said = { url: null, isPaused: false, obstacle: null };

  function announce(): void {
    const { publicUrl: url, isPaused } = publicAccess;
    const obstacle = obstacleOf(publicAccess);
    if (url !== said.url || isPaused !== said.isPaused)
      output.answer({ event: 'address', url, is_paused: isPaused }, wordsFor(publicAccess, said));
    if (obstacle !== null && obstacle !== said.obstacle) output.remark(obstacle);
    said = { url, isPaused, obstacle };
  }

  announce();
  return publicAccess.onChange(announce);
}

function wordsFor({ publicUrl: url, mode, isPaused, proof }: PublicAccess, before: Said): string {
  if (isPaused)
    return `Public access is paused: nobody else reaches the workspace. To let others in: ${COMMAND} address resume`;
  if (url === null && before.isPaused) return 'Public access is no longer paused.';
  if (url === null) return 'Others do not reach the workspace any more.';
  if (proof && (proof.checked_at === null || proof.obstacle))
    return `Others are to reach it at ${url}, through your own proxy.`;
  return mode === 'quick_tunnel'
    ? `Others reach it at ${url}, a trial: the address changes at every start.`
    : `Others reach it at ${url}.`;
}

function obstacleOf({ problem, tunnel: { state } }: PublicAccess): string | null {
  const obstacle = problem ?? (state.state === 'failed' || state.state === 'degraded' ? state : null);
  return obstacle === null ? null : `Public access: ${obstacle.reason} ${obstacle.hint}`;
}
