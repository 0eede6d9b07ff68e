import { z } from 'zod';

/** How the Markdown mirror stands. */
export const mirrorStatusSchema = z.object({
  state: z
    .enum(['off', 'working', 'up_to_date', 'waiting'])
    .describe('waiting: something is in the way; it is tried again by itself'),
  folder: z.string().describe('Its path; empty when it is off'),
  done: z.int().describe('Files of the work that runs, so far'),
  total: z.int(),
  files: z.int().describe('Files that it has'),
  written_at: z.string().nullable().describe('When it last was as the workspace is'),
  problem: z.object({ message: z.string(), hint: z.string() }).nullable(),
  set_aside: z
    .array(z.object({ path: z.string(), was: z.string(), at: z.string() }))
    .readonly()
    .describe('Files that somebody edited in it, where they lie now'),
  left_out: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
});
