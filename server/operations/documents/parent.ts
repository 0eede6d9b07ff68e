import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { AppError, badRequest, NoSuchDocument } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { loadDocument } from './load.ts';

/** Deeper trees than this help nobody and would make paths unbounded. */
const MAX_DEPTH = 30;

/**
 * The page that a document is nested under: it must be visible, in the same space, and not the document
 * itself or one of its own sub-pages.
 *
 * @returns the parent's id
 */
export function checkParent(
  context: OperationContext,
  parentId: string,
  space: Space,
  childId?: string,
): string {
  if (!context.settings.nested_pages) {
    throw badRequest('parent: nested pages are switched off in this workspace.');
  }
  const parent = loadParent(context, parentId);
  if (parent.space_id !== space.id) {
    throw badRequest(`parent: the page “${parent.title}” is in another space.`, {
      hint: 'Name a page of the same space, or move the document too.',
    });
  }
  let depth = 1;
  for (let page: DocumentHead | undefined = parent; page; page = ancestorOf(context, page)) {
    if (page.id === childId)
      throw badRequest('parent: a page cannot be nested under itself or its own sub-page.');
    if (depth > MAX_DEPTH) throw badRequest(`parent: pages nest at most ${MAX_DEPTH} deep.`);
    depth += 1;
  }
  return parent.id;
}

/** The refusal names the argument: else it reads as if the document itself were gone. */
function loadParent(context: OperationContext, id: string): DocumentHead {
  try {
    return loadDocument(context, id).document;
  } catch (error) {
    if (!(error instanceof NoSuchDocument)) throw error;
    const { hint } = error;
    const refusal = new AppError('not_found', 'parent: there is no such page, or you may not see it.', {
      ...(hint !== undefined && { hint }),
    });
    throw new NoSuchDocument(refusal, error.reference);
  }
}

function ancestorOf(context: OperationContext, page: DocumentHead): DocumentHead | undefined {
  return page.parent_id === null ? undefined : context.tx.documents.get(page.parent_id);
}
