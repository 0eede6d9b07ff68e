import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { badRequest } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayEdit } from '../../policies/documents.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';
import { importChoices, transferJobSchema } from './view.ts';

/** Begins to bring a folder or a ZIP archive of Markdown files in; answers at once. Each batch is a commit of its own. */
export const importMarkdownFiles = defineOperation({
  name: 'markdown_files.import',
  summary: 'Import Markdown files',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    path: z.string().min(1).max(4096).describe('Whole path of a folder or a .zip on the machine'),
    ...importChoices,
  }),
  output: transferJobSchema,
  run(context, input) {
    requireAdmin(context, 'import files of this computer');
    if (!isAbsolute(input.path)) {
      throw badRequest('path: must be a whole path, from the top of the disk.', {
        hint: 'Such as /home/ada/notes or /home/ada/notes.zip.',
      });
    }
    const space = loadSpace(context, input.space);
    authorize(mayEdit(context, space));
    const job = context.services.transfers.startImport(context.actor, input);
    context.record({ type: 'space', id: space.id }, { details: { path: input.path }, isEvent: true });
    return job;
  },
});
