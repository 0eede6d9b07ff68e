import { defineOperation } from '../define.ts';
import { beginExport, exportInput } from './begin-export.ts';
import { transferJobSchema } from './view.ts';

/**
 * Begins a ZIP archive of the documents of a space, or of all, as Markdown files: the browser fetches it at
 * `/app/downloads/<id>`, once, within a minute.
 */
export const downloadMarkdownFiles = defineOperation({
  name: 'markdown_files.download',
  summary: 'Download the documents as Markdown files',
  scope: 'read',
  effect: 'write',
  reach: 'local',
  input: exportInput,
  output: transferJobSchema,
  run: (context, input) =>
    beginExport(context, input, 'download the documents', (options) =>
      context.services.transfers.startDownload(context.actor, options),
    ),
});
