import { defineOperation } from '../define.ts';
import { beginExport, exportInput } from './begin-export.ts';
import { transferJobSchema } from './view.ts';

/** Begins to write the documents of a space, or of all, into a ZIP archive of Markdown files; answers at once. */
export const exportMarkdownFiles = defineOperation({
  name: 'markdown_files.export',
  summary: 'Export the documents as Markdown files',
  scope: 'read',
  effect: 'write',
  reach: 'local',
  input: exportInput,
  output: transferJobSchema,
  run: (context, input) =>
    beginExport(context, input, 'export the documents', (options) =>
      context.services.transfers.startExport(context.actor, options),
    ),
});
