import { z } from 'zod';
import { documentTypeSchema } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { provenance } from '../people.ts';
import { versionSummarySchema } from './list.ts';
import { loadHistory, loadVersion } from './load.ts';

export const versionNumberSchema = z.int().min(1).describe('Version number');

/** One earlier state of a document, with its text. */
export const readVersion = defineOperation({
  name: 'versions.read',
  summary: 'Read a version of a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ id: idSchema('document'), version: versionNumberSchema }),
  output: versionSummarySchema.extend({
    summary: z.string(),
    tags: z.array(z.string()),
    type: documentTypeSchema,
    content: z.string(),
  }),
  async run(context, { id, version: number }) {
    const { document } = loadHistory(context, id);
    const found = await loadVersion(context, document.id, number);
    context.record({ type: 'document', id: document.id }, { details: { version: number } });
    const { version, title, status, note, by, at, summary, tags, type, content } = found;
    return { version, title, status, note, by: provenance(context, by), at, summary, tags, type, content };
  },
});
