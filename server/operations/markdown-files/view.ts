import { z } from 'zod';

/** Markdown that is going in or out, or went last since the program started. */
export const transferJobSchema = z.object({
  id: z.string(),
  kind: z.enum(['import', 'export']),
  state: z.enum(['running', 'done', 'failed']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  done: z.int(),
  total: z.int(),
  path: z.string().describe('The archive or folder'),
  pages: z.int(),
  images: z.int(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  existing: z.int().describe('Pages that were there already'),
  queued: z.int().describe('Pages that wait for review'),
  problem: z.object({ message: z.string(), hint: z.string().nullable() }).nullable(),
});
