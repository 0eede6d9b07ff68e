import { z } from 'zod';

/**
 * How far the person lets a connected app go (decisions, "Trust level of a connected app"): `read` changes
 * nothing; `drafts` changes drafts only; `review` changes drafts at once, and whatever touches a live text waits
 * for review, whoever the person is; `full` may do exactly what the person may.
 */
export const trustLevelSchema = z.enum(['read', 'drafts', 'review', 'full']);
export type TrustLevel = z.infer<typeof trustLevelSchema>;
