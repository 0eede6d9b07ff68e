import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { authorize } from '../../policies/decision.ts';
import { mayTrash } from '../../policies/documents.ts';
import { defineOperation } from '../define.ts';
import { provenanceOf } from '../people.ts';
import { purgeTime } from '../trash/retention.ts';
import { expectVersion, loadDocument } from './load.ts';

/** "Moves the document to the Trash", restorable until the retention ends (specification, states). */
export const trashDocument = defineOperation({
  name: 'documents.trash',
  summary: 'Move a document to the Trash',
  scope: 'write',
  effect: 'destructive',
  trust: 'drafts',
  input: z.strictObject({
    id: idSchema('document'),
    expected_version: z.int().min(1).optional().describe('Refuse when the document is at another version'),
  }),
  output: z.object({
    id: z.string(),
    trashed: z.literal(true),
    deleted_at: z.string(),
    purge_at: z
      .string()
      .nullable()
      .describe('When it is deleted for ever; null when the Trash keeps everything'),
  }),
  run(context, { id, expected_version }) {
    const { document, space } = loadDocument(context, id);
    authorize(mayTrash(context, document, space, context.settings.approval_mode));
    expectVersion(document, expected_version);
    const trashed = { at: context.now, by: provenanceOf(context) };
    context.tx.documents.put({ ...document, trashed });
    context.record({ type: 'document', id: document.id });
    return {
      id: document.id,
      trashed: true as const,
      deleted_at: trashed.at,
      purge_at: purgeTime(trashed.at, context.settings),
    };
  },
});
