import { z } from 'zod';
import type { ProposedFields } from '../../domain/change-request.ts';
import type { DocumentHead, Version } from '../../domain/document.ts';
import { noteSchema } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { authorize } from '../../policies/decision.ts';
import { mayProposeChange } from '../../policies/documents.ts';
import { defineOperation } from '../define.ts';
import { applyOrQueue, changeOutcomeSchema } from '../documents/apply-or-queue.ts';
import { loadDocument } from '../documents/load.ts';
import { loadVersion } from './load.ts';
import { versionNumberSchema } from './read.ts';

/**
 * Makes the title, text, summary, tags and type of an earlier version current again, as a new version.
 * Status and place stay as they are, and the approval workflow applies as to any change.
 */
export const restoreVersion = defineOperation({
  name: 'versions.restore',
  summary: 'Restore a version of a document',
  scope: 'write',
  effect: 'destructive',
  trust: 'drafts',
  input: z.strictObject({
    id: idSchema('document'),
    version: versionNumberSchema,
    note: noteSchema.optional(),
  }),
  output: changeOutcomeSchema,
  async run(context, { id, version: number, note }) {
    const { document, space } = loadDocument(context, id);
    const { status } = document;
    authorize(mayProposeChange(context, space, { before: status, after: status }));
    const version = await loadVersion(context, document.id, number);
    const current = await context.tx.documents.content(document.id);
    return applyOrQueue(context, document, space, {
      fields: fieldsOf(version, document),
      content: version.content === current ? undefined : version.content,
      note: note ?? `Restored version ${number}`,
    });
  },
});

function fieldsOf(version: Version, document: DocumentHead): ProposedFields {
  const fields: ProposedFields = {};
  if (version.title !== document.title) fields.title = version.title;
  if (version.summary !== document.summary) fields.summary = version.summary;
  if (version.type !== document.type) fields.type = version.type;
  if (JSON.stringify(version.tags) !== JSON.stringify(document.tags)) fields.tags = version.tags;
  return fields;
}
