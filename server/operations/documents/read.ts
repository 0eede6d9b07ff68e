import { z } from 'zod';
import type { DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { isVisible, loadDocument } from './load.ts';
import { pageReferenceSchema, references } from './page-reference.ts';
import { similarDocuments } from './similar.ts';
import { documentSchema, presentDocument } from './view.ts';

/** One document with its text, and its path, sub-pages and backlinks where the workspace shows them. */
export const readDocument = defineOperation({
  name: 'documents.read',
  summary: 'Read a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    id: idSchema('document'),
    include: z.enum(['similar']).optional().describe('similar: also name the documents most like it'),
  }),
  output: z.object({
    document: documentSchema,
    path: z.array(pageReferenceSchema).nullable().describe('Pages above it, outermost first'),
    sub_pages: z.array(pageReferenceSchema).nullable().describe('The first 1,000'),
    backlinks: z.array(pageReferenceSchema).nullable().describe('Documents that link to it: the first 1,000'),
    similar: z
      .array(pageReferenceSchema)
      .nullable()
      .optional()
      .describe('When asked for: at most 5, best first; null when they are not known just now'),
  }),
  async run(context, { id, include }) {
    const { document } = loadDocument(context, id);
    const { nested_pages, backlinks } = context.settings;
    const asksForSimilar = include === 'similar';
    const [content, similar] = await Promise.all([
      context.tx.documents.content(document.id),
      asksForSimilar && backlinks ? similarDocuments(context, document.id) : null,
    ]);
    context.record({ type: 'document', id: document.id });
    return {
      document: presentDocument(context, document, content),
      path: nested_pages ? ancestors(context, document) : null,
      sub_pages: nested_pages ? references(context, context.services.views.children(document.id)) : null,
      backlinks: backlinks ? references(context, linkingDocuments(context, document.id)) : null,
      ...(asksForSimilar && { similar }),
    };
  },
});

function* linkingDocuments(context: OperationContext, id: string): Generator<DocumentHead> {
  for (const source of context.services.views.backlinks(id)) {
    const document = context.services.store.tables.documents.get(source);
    if (document && document.id !== id) yield document;
  }
}

/** A page above that the reader may not see ends the path: what lies beyond it is hidden too. */
function ancestors(context: OperationContext, document: DocumentHead) {
  const above: DocumentHead[] = [];
  for (let parentId = document.parent_id; parentId !== null;) {
    const parent = context.services.store.tables.documents.get(parentId);
    if (!parent || !isVisible(context, parent) || above.includes(parent)) break;
    above.unshift(parent);
    parentId = parent.parent_id;
  }
  return references(context, above);
}
