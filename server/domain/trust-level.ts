import { z } from 'zod';

/** From the least to the most that an app may do. */
export const TRUST_LEVELS = ['read', 'drafts', 'review', 'full'] as const;

/**
 * How far the person lets a connected app go (decisions, "Trust level of a connected app"): `read` changes
 * nothing; `drafts` changes drafts only; `review` changes drafts at once, and whatever touches a live text waits
 * for review, whoever the person is; `full` may do exactly what the person may.
 */
export const trustLevelSchema = z.enum(TRUST_LEVELS);
export type TrustLevel = z.infer<typeof trustLevelSchema>;

/** Whether a level reaches another one. */
export function isTrustedWith(level: TrustLevel, needed: TrustLevel): boolean {
  return TRUST_LEVELS.indexOf(level) >= TRUST_LEVELS.indexOf(needed);
}
