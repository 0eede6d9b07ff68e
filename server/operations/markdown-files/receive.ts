import { z } from 'zod';
import { authorize } from '../../policies/decision.ts';
import { mayEdit } from '../../policies/documents.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';
import { importChoices, transferJobSchema } from './view.ts';

/**
 * Begins an import of files that the caller has, e.g. in a browser. They are named with `markdown_files.announce` and
 * then sent with `markdown_files.send`; with the last byte the import goes on by itself.
 */
export const receiveMarkdownFiles = defineOperation({
  name: 'markdown_files.receive',
  summary: 'Import Markdown files that are sent',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    name: z.string().min(1).max(255).describe('What people call it: the archive or the folder'),
    files: z.int().min(1).describe('How many are announced, those included that are only named'),
    bytes: z.int().min(0).describe('Of all files together that are sent'),
    ...importChoices,
  }),
  output: transferJobSchema,
  async run(context, input) {
    requireAdmin(context, 'import files');
    const space = loadSpace(context, input.space);
    authorize(mayEdit(context, space));
    const job = await context.services.transfers.receiveImport(context.actor, input);
    const { name, files, bytes } = input;
    context.record({ type: 'space', id: space.id }, { details: { name, files, bytes }, isEvent: true });
    return job;
  },
});
