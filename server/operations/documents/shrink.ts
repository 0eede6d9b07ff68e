import { lostBlocks } from '../../markdown/statistics.ts';
import { AppError } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';

/** Shorter texts are rewritten whole all the time. */
const SHORTEST_GUARDED = 200;
const KEPT_SHARE = 0.5;

/**
 * What a new text would lose of an old one that is rarely meant to go: more than half of its characters, images,
 * rich blocks. In words for the caller, e.g. `1 image and 800 of 1000 characters`; undefined when nothing of that.
 */
export async function describeLoss(before: string, after: string): Promise<string | undefined> {
  const losses = (await finishInSlices(lostBlocks(before, after))).map(({ name, count }) =>
    name === 'image' ? `${count} ${count === 1 ? 'image' : 'images'}` : `${count} × ${name} block`,
  );
  if (before.length >= SHORTEST_GUARDED && after.length < before.length * KEPT_SHARE) {
    losses.push(`${before.length - after.length} of ${before.length} characters`);
  }
  return losses.length === 0 ? undefined : inWords(losses);
}

function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** Refuses a loss that the caller did not say is meant. */
export function refuseLoss(loss: string): AppError {
  return new AppError('needs_confirmation', `The edit would remove ${loss}. Nothing was changed.`, {
    hint: 'Keep them in the text, or send allow_shrink: true when that is meant. dry_run shows the difference.',
  });
}
