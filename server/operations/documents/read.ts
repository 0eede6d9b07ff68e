import { z } from 'zod';
import type { DocumentHead } from '../../domain/document.ts';
import { documentStatusSchema } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { isVisible, loadDocument } from './load.ts';
import { documentSchema, presentDocument } from './view.ts';

const pageReferenceSchema = z.object({ id: z.string(), title: z.string(), status: documentStatusSchema });

/** One document with its text, and its path, sub-pages and backlinks where the workspace shows them. */
export const readDocument = defineOperation({
  name: 'documents.read',
  summary: 'Read a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ id: idSchema('document') }),
  output: z.object({
    document: documentSchema,
    path: z.array(pageReferenceSchema).nullable().describe('Pages above it, outermost first'),
    sub_pages: z.array(pageReferenceSchema).describe('The first 1,000').nullable(),
    backlinks: z.array(pageReferenceSchema).describe('Documents that link to it: the first 1,000').nullable(),
  }),
  async run(context, { id }) {
    const { document } = loadDocument(context, id);
    const content = await context.tx.documents.content(document.id);
    context.record({ type: 'document', id: document.id });
    const { nested_pages, backlinks } = context.settings;
    return {
      document: presentDocument(context, document, content),
      path: nested_pages ? ancestors(context, document) : null,
      sub_pages: nested_pages ? references(context, context.services.views.children(document.id)) : null,
      backlinks: backlinks ? references(context, linkingDocuments(context, document.id)) : null,
    };
  },
});

/** A page that everything links to is answered in bounded time and size. */
const MOST_REFERENCES = 1000;

function references(context: OperationContext, documents: Iterable<DocumentHead>) {
  const found = [];
  for (const document of documents) {
    if (!isVisible(context, document)) continue;
    const { id, title, status } = document;
    found.push({ id, title, status });
    if (found.length === MOST_REFERENCES) break;
  }
  return found;
}

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
