import { z } from 'zod';
import { documentStatusSchema } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput } from '../page.ts';
import { provenance, provenanceSchema } from '../people.ts';
import { loadHistory } from './load.ts';

export const versionSummarySchema = z.object({
  version: z.int(),
  title: z.string(),
  status: documentStatusSchema,
  note: z.string(),
  by: provenanceSchema,
  at: z.string(),
});

/** The versions of a document, newest first. */
export const listVersions = defineOperation({
  name: 'versions.list',
  summary: 'List the versions of a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ id: idSchema('document'), ...pageInput }),
  output: listOutput(versionSummarySchema),
  async run(context, { id, limit, offset }) {
    const { document } = loadHistory(context, id);
    context.record({ type: 'document', id: document.id });
    const newest = document.version - offset;
    const numbers = Array.from(
      { length: Math.max(0, Math.min(limit, newest)) },
      (_, index) => newest - index,
    );
    const items = [];
    // One by one: each is read with its text, and a hundred long ones at a time would fill the memory.
    for (const number of numbers) {
      const version = await context.tx.versions.get(document.id, number);
      if (!version) continue;
      const { title, status, note, by, at } = version;
      items.push({ version: number, title, status, note, by: provenance(context, by), at });
    }
    return { items, total: document.version, limit, offset };
  },
});
