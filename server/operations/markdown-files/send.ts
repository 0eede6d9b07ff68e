import { z } from 'zod';
import { MOST_PIECE_BYTES } from '../../domain/markdown-files/piece.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { jobIdSchema } from './view.ts';

/** Sends the next bytes of the files that were announced, one file behind the other. */
export const sendMarkdownFiles = defineOperation({
  name: 'markdown_files.send',
  summary: 'Send a piece of the files of an import',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    job_id: jobIdSchema,
    at: z.int().min(0).describe('How many bytes came before'),
    data: z
      .instanceof(Uint8Array)
      .refine(({ length }) => length > 0 && length <= MOST_PIECE_BYTES, 'must be 1 byte to 4 MB'),
  }),
  output: z.object({ received: z.int().describe('How many bytes have come') }),
  async run(context, { job_id: id, at, data }) {
    requireAdmin(context, 'import files');
    return { received: await context.services.transfers.take(id, at, data) };
  },
});
