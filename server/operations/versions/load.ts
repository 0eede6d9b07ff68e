import type { Version } from '../../domain/document.ts';
import { notFound } from '../../errors.ts';
import { maySeeDrafts } from '../../policies/spaces.ts';
import type { OperationContext } from '../define.ts';
import { loadDocument, type LoadedDocument } from '../documents/load.ts';

/**
 * A document's history, for those who see drafts: earlier versions may hold text that was never published,
 * which viewers do not see (specification, rule 3; security A4).
 */
export function loadHistory(context: OperationContext, id: string): LoadedDocument {
  const loaded = loadDocument(context, id);
  if (!maySeeDrafts(context.user)) throw notFound('version history', 'version histories');
  return loaded;
}

export async function loadVersion(
  context: OperationContext,
  documentId: string,
  number: number,
): Promise<Version> {
  const version = await context.tx.versions.get(documentId, number);
  if (!version) throw notFound('version');
  return version;
}
