import type { ProposedFields } from '../../domain/change-request.ts';
import type { DocumentHead, Provenance } from '../../domain/document.ts';
import { linkedDocuments } from '../../domain/links.ts';
import { badRequest, forbidden } from '../../errors.ts';
import { mayChangeAtOnce } from '../../policies/documents.ts';
import type { OperationContext } from '../define.ts';
import { provenanceOf } from '../people.ts';

export interface StagedChange {
  fields: ProposedFields;
  /** The new text, or undefined when it stays. */
  content: string | undefined;
  note: string;
  /** The waiting change request whose text the new text was made from. */
  buildsOn?: string;
  /** Whose change it is; the acting user's unless a reviewer applies somebody else's. */
  by?: Provenance;
  /** The sitting whose changes it takes back. */
  undoes?: string;
}

/**
 * Stages a change of a document as its next version. Moving a page to another space takes its sub-pages along.
 * The caller has asked the policy for the document itself.
 */
export async function stageChange(
  context: OperationContext,
  document: DocumentHead,
  change: StagedChange,
): Promise<{ head: DocumentHead; content: string }> {
  const content = change.content ?? (await context.tx.documents.content(document.id));
  const isMoving = change.fields.space_id !== undefined && change.fields.space_id !== document.space_id;
  const becomesPublished = change.fields.status === 'published' && document.status === 'draft';
  const head: DocumentHead = {
    ...document,
    ...(isMoving ? { parent_id: null } : {}),
    ...change.fields,
    version: document.version + 1,
    updated_by: change.by ?? provenanceOf(context),
    updated_at: context.now,
    published_at: becomesPublished ? context.now : document.published_at,
    links: change.content === undefined ? document.links : linkedDocuments(content),
  };
  context.tx.documents.put(head, change.content);
  stageVersion(context, head, content, change);
  if (isMoving) await moveSubPages(context, document, head);
  return { head, content };
}

/** Stages the version record that belongs to a head: the state that `versions/<id>/<n>.json` keeps for ever. */
export function stageVersion(
  context: OperationContext,
  head: DocumentHead,
  content: string,
  { note, undoes }: { note: string; undoes?: string | undefined },
): void {
  context.tx.versions.put({
    document_id: head.id,
    version: head.version,
    space_id: head.space_id,
    parent_id: head.parent_id,
    title: head.title,
    summary: head.summary,
    tags: head.tags,
    type: head.type,
    status: head.status,
    content,
    note,
    by: head.updated_by,
    at: head.updated_at,
    ...(undoes !== undefined && { undoes }),
  });
}

const MAX_MOVED_PAGES = 500;

async function moveSubPages(
  context: OperationContext,
  root: DocumentHead,
  moved: DocumentHead,
): Promise<void> {
  const pages = descendants(context, root.id);
  for (const page of pages) {
    const head: DocumentHead = {
      ...page,
      space_id: moved.space_id,
      version: page.version + 1,
      updated_by: moved.updated_by,
      updated_at: context.now,
    };
    context.tx.documents.put(head);
    const note = `Moved with “${moved.title}”`;
    stageVersion(context, head, await context.tx.documents.content(page.id), { note });
  }
}

/** All pages below a page, trashed ones included, so that nothing is left behind in the old space. */
function descendants(context: OperationContext, rootId: string): DocumentHead[] {
  const found: DocumentHead[] = [];
  const waiting = [rootId];
  const trashed = context.services.views.trashed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    context.tx.claim(subPagesKey(id));
    const children = context.services.views.children(id);
    for (const child of [...children, ...trashed.filter((page) => page.parent_id === id)]) {
      const page = context.tx.documents.get(child.id);
      if (!page || page.parent_id !== id) continue;
      found.push(page);
      waiting.push(page.id);
      if (found.length > MAX_MOVED_PAGES) {
        throw badRequest(
          `space: a page with more than ${MAX_MOVED_PAGES} sub-pages cannot be moved at once.`,
        );
      }
    }
  }
  return found;
}

/** Claimed by whoever adds or takes a sub-page, so that a move in the same moment runs again. */
export function subPagesKey(parentId: string): string {
  return `sub-pages:${parentId}`;
}

/** Moving must not carry live sub-pages past the approval workflow. */
export function checkSubPagesMayMove(context: OperationContext, document: DocumentHead): void {
  for (const page of descendants(context, document.id)) {
    const space = context.tx.spaces.get(page.space_id);
    if (!space) continue;
    const status = { before: page.status, after: page.status };
    if (!mayChangeAtOnce(context, space, context.settings.approval_mode, status).allowed) {
      throw forbidden(`Its sub-page “${page.title}” is published, and moving it goes through review.`, {
        hint: 'Ask an approver to move the page.',
      });
    }
  }
}
