import type { Clock } from '../../clock.ts';
import { UPLOAD_LINK_LIFE_MS, type UploadLink } from '../../domain/upload-link.ts';

/** One instant on both clocks. */
export interface Moment {
  /** Milliseconds since 1970. */
  wall: number;
  /** Milliseconds of the clock that never jumps. */
  monotonic: number;
}

export const momentOf = (clock: Clock): Moment => ({ wall: clock.now(), monotonic: clock.monotonic() });

/** When this process minted each of its links, by the clock that never jumps: one map for each clock. */
const mintings = new WeakMap<Clock, Map<string, number>>();

export function startLifetime(clock: Clock, linkId: string): void {
  const minted = mintings.get(clock) ?? new Map<string, number>();
  mintings.set(clock, minted);
  const now = clock.monotonic();
  for (const [id, at] of minted) {
    // In order of minting: what is younger than this one is still needed.
    if (now - at < UPLOAD_LINK_LIFE_MS) break;
    minted.delete(id);
  }
  minted.set(linkId, now);
}

/**
 * Whether a link's hour is over at a moment: "whichever ends first of wall clock and monotonic clock; after a restart
 * the wall clock alone" (decisions, "Upload link’s hour"; security U2, X8).
 */
export function hasExpired(clock: Clock, link: UploadLink, { wall, monotonic }: Moment): boolean {
  if (wall >= Date.parse(link.expires_at)) return true;
  const mintedAt = mintings.get(clock)?.get(link.id);
  return mintedAt !== undefined && monotonic - mintedAt >= UPLOAD_LINK_LIFE_MS;
}
