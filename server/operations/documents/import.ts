import { z } from 'zod';
import {
  contentSchema,
  documentStatusSchema,
  documentTypeSchema,
  summarySchema,
  tagsSchema,
  titleSchema,
} from '../../domain/document.ts';
import { isId } from '../../domain/identifier.ts';
import { slugSchema } from '../../domain/space.ts';
import { badRequest, conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayEdit, mayPublish } from '../../policies/documents.ts';
import { queueChange } from '../change-requests/queue.ts';
import { pause } from '../../sliced-work.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadSpace } from './load.ts';
import { checkParent } from './parent.ts';
import { subPagesKey } from './stage-change.ts';
import { stageNewDocument } from './stage-new.ts';

/** Each text of more characters is looked through for links in a turn of its own. */
const LONG = 100_000;

const importedIdSchema = z
  .string()
  .refine((id) => isId('document', id), { message: 'must be a document id with a right check character' });

const importedDocumentSchema = z.strictObject({
  id: importedIdSchema.describe(
    'Chosen by the importer, so that links between the files are known beforehand',
  ),
  title: titleSchema,
  content: contentSchema,
  summary: summarySchema.default(''),
  tags: tagsSchema.default([]),
  type: documentTypeSchema.default('knowledge'),
  status: documentStatusSchema.default('draft'),
  parent: importedIdSchema.nullable().default(null),
});

/**
 * Creates a batch of documents in one commit: all of them or none. What asks to be published and may not be is
 * a draft with a publish request in the review queue.
 */
export const importDocuments = defineOperation({
  name: 'documents.import',
  summary: 'Import documents',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ space: slugSchema, documents: z.array(importedDocumentSchema).min(1).max(100) }),
  output: z.object({
    created: z.array(z.object({ id: z.string(), title: z.string(), status: documentStatusSchema })),
    queued: z.int().describe('How many wait for review'),
  }),
  async run(context, { space: slug, documents }) {
    const space = loadSpace(context, slug);
    authorize(mayEdit(context, space));
    if (new Set(documents.map(({ id }) => id)).size < documents.length)
      throw badRequest('documents: an id stands twice.');
    const canPublish = mayPublish(context, space, context.settings.approval_mode).allowed;
    const created = [];
    let queued = 0;
    for (const { parent, ...document } of documents) {
      requireFreeId(context, document.id);
      if (document.content.length > LONG) await pause();
      if (parent !== null) {
        checkParent(context, parent, space);
        context.tx.claim(subPagesKey(parent));
      }
      const status = canPublish ? document.status : 'draft';
      const head = stageNewDocument(context, space, {
        ...document,
        status,
        parent_id: parent,
        note: 'Imported',
        via: 'import',
      });
      if (document.status !== status) {
        await queueChange(context, head, space, {
          fields: { status: 'published' },
          content: undefined,
          note: 'Imported',
        });
        queued += 1;
      }
      created.push({ id: head.id, title: head.title, status: head.status });
    }
    context.record({ type: 'space', id: space.id }, { details: { documents: created.length, queued } });
    return { created, queued };
  },
});

function requireFreeId(context: OperationContext, id: string): void {
  if (context.tx.documents.get(id)) throw conflict('documents: a document with one of these ids exists.');
}
