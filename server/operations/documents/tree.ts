import { z } from 'zod';
import { documentStatusSchema, type DocumentHead } from '../../domain/document.ts';
import { idSchema } from '../../domain/identifier.ts';
import type { Space } from '../../domain/space.ts';
import { slugSchema } from '../../domain/space.ts';
import { maySeeDrafts } from '../../policies/spaces.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { isVisible, loadDocument, loadSpace } from './load.ts';

/**
 * One level of a space's pages, by title: those at its top, or those below a page. Where pages do not nest, every page
 * is at the top, newest first.
 */
export const readDocumentTree = defineOperation({
  name: 'documents.tree',
  summary: 'List the pages of a space, level by level',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({
    space: slugSchema,
    parent: idSchema('document').optional().describe('Absent: the pages at the top'),
    ...pageInput,
  }),
  output: listOutput(
    z.object({
      id: z.string(),
      title: z.string(),
      status: documentStatusSchema,
      has_sub_pages: z.boolean(),
    }),
  ),
  run(context, { space: slug, parent, ...page }) {
    const space = loadSpace(context, slug);
    if (!context.settings.nested_pages) return flatPages(context, space, page);
    const pages =
      parent === undefined
        ? topPages(context, space)
        : subPages(context, loadDocument(context, parent).document);
    const { items, ...rest } = pageOf(pages, page);
    return { ...rest, items: items.map((head) => presentPage(context, head)) };
  },
});

function flatPages(context: OperationContext, space: Space, page: { limit: number; offset: number }) {
  const visible = [{ space_id: space.id, drafts: maySeeDrafts(context.user) }];
  const { items, total } = context.services.views.documents(visible, {}, page);
  return {
    items: items.map(({ id, title, status }) => ({ id, title, status, has_sub_pages: false })),
    total,
    ...page,
  };
}

/** A page whose parent the reader may not see, such as a draft for a viewer, stands at the top for them (security A4). */
function topPages(context: OperationContext, space: Space): DocumentHead[] {
  const { views } = context.services;
  const top = views.topPages(space.id);
  if (maySeeDrafts(context.user)) return top;
  const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  const drafts = views.documents([{ space_id: space.id, drafts: true }], { statuses: ['draft'] }, all).items;
  const below = drafts.flatMap((draft) => views.children(draft.id));
  return [...top, ...below].filter((head) => isVisible(context, head));
}

function subPages(context: OperationContext, parent: DocumentHead): DocumentHead[] {
  return context.services.views.children(parent.id).filter((head) => isVisible(context, head));
}

function presentPage(context: OperationContext, { id, title, status }: DocumentHead) {
  const has_sub_pages = context.services.views.children(id).some((head) => isVisible(context, head));
  return { id, title, status, has_sub_pages };
}
