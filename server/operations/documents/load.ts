import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { isAtLeast } from '../../domain/role.ts';
import { AppError, badRequest, NoSuchDocument, notFound, unknown } from '../../errors.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { maySeeSpace, spaceRight, visibleSpaces } from '../../policies/spaces.ts';
import type { VisibleSpace } from '../../ports.ts';
import type { OperationContext } from '../define.ts';

export interface LoadedDocument {
  document: DocumentHead;
  space: Space;
}

/** Hidden and absent things answer alike (security A2); from an admin at the desk nothing is hidden. */
export function missing({ actor, user }: OperationContext, what: string, plural = `${what}s`): AppError {
  const seesAll = actor.via === 'cli' && isAtLeast(user.role, 'admin');
  return seesAll ? unknown(what, `List the ${plural} to see what there is.`) : notFound(what, plural);
}

/** A document that the acting user may see; hidden, trashed and unknown ones answer alike (security A2). */
export function loadDocument(context: OperationContext, id: string): LoadedDocument {
  const document = context.tx.documents.get(id);
  const space = document && context.tx.spaces.get(document.space_id);
  if (!document || !space || !maySeeDocument(context.user, document, space))
    throw new NoSuchDocument(missing(context, 'document'), id);
  return { document, space };
}

/** A document in the Trash, for those who may edit its space. */
export function loadTrashed(context: OperationContext, id: string): LoadedDocument {
  const document = context.tx.documents.get(id);
  const space = document && context.tx.spaces.get(document.space_id);
  if (!document?.trashed || !space || spaceRight(context.user, space) !== 'edit') {
    throw missing(context, 'document in the Trash', 'documents in the Trash');
  }
  return { document, space };
}

/** A space by slug that the acting user may see. */
export function loadSpace(context: OperationContext, slug: string): Space {
  const found = context.services.views.spaceBySlug(slug);
  const space = found && context.tx.spaces.get(found.id);
  if (!space || !maySeeSpace(context.user, space)) throw missing(context, 'space');
  return space;
}

/** The space that a new document goes to: the named one, or the only one that the user may edit. */
export function spaceForNewDocument(context: OperationContext, slug: string | undefined): Space {
  if (slug !== undefined) return loadSpace(context, slug);
  const editable = context.services.views
    .spaces()
    .filter((space) => spaceRight(context.user, space) === 'edit');
  const [only] = editable;
  if (only && editable.length === 1) return loadSpace(context, only.slug);
  throw badRequest(
    editable.length === 0
      ? 'There is no space that you may write in.'
      : 'space: is required, because you may write in several.',
    { hint: `Your spaces: ${editable.map((space) => space.slug).join(', ') || 'none'}.` },
  );
}

/** Optimistic concurrency: the caller says which version it has seen (decisions, "Author, version"). */
export function expectVersion(document: DocumentHead, expected: number | undefined): void {
  if (expected === undefined || expected === document.version) return;
  throw new AppError('version_conflict', `The document is at version ${document.version}, not ${expected}.`, {
    hint: 'Read it again, apply your change to the current text, and send that version.',
    details: { current_version: document.version },
  });
}

/** Who asks, for questions about rights outside of a transaction as well. */
type Reader = Pick<OperationContext, 'services' | 'user'>;

export function visibleTo(context: Reader): VisibleSpace[] {
  return visibleSpaces(context.user, context.services.views.spaces());
}

/** Whether the acting user sees this document, for lists of references such as backlinks. */
export function isVisible(context: Reader, document: DocumentHead): boolean {
  const space = context.services.store.tables.spaces.get(document.space_id);
  return space !== undefined && maySeeDocument(context.user, document, space);
}
