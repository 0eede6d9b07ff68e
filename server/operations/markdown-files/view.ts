import { z } from 'zod';
import { slugSchema } from '../../domain/space.ts';

/** Where imported pages go, and what to do with them: of every way in. */
export const importChoices = {
  space: slugSchema,
  publish: z
    .boolean()
    .default(false)
    .describe('Publish the pages, except those whose front matter says draft'),
  existing: z
    .enum(['refuse', 'skip', 'again'])
    .default('refuse')
    .describe('When the space has some of the pages already'),
};

export const jobIdSchema = z.uuid().describe('Id of the import or export that is under way');

/** Markdown that is going in or out, or went last since the program started. */
export const transferJobSchema = z.object({
  id: z.string(),
  kind: z.enum(['import', 'export']),
  through: z
    .enum(['computer', 'browser'])
    .describe('Files of this computer, or what a browser sends or fetches'),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  phase: z
    .enum(['receiving', 'reading', 'writing'])
    .describe('Files come; they are looked at; pages and pictures go in or out'),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  done: z.int().describe('Of this phase: bytes while files come, then files'),
  total: z.int(),
  path: z.string().describe('The archive or folder'),
  pages: z.int().describe('That came through so far'),
  total_pages: z.int(),
  images: z.int(),
  total_images: z.int(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  existing: z.int().describe('Pages that were there already'),
  queued: z.int().describe('Pages that wait for review'),
  remarks: z.array(z.string()).describe('What else there is to know, such as pictures that are missing'),
  problem: z.object({ message: z.string(), hint: z.string().nullable() }).nullable(),
});
