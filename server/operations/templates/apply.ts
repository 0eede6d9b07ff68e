import { contentSchema, tagsSchema, type DocumentType } from '../../domain/document.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { badRequest } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { findTemplate, visibleTemplates } from './load.ts';

/** The fields of a new document that a template has a say in. */
export interface TemplatedFields {
  content: string;
  type: DocumentType;
  tags: string[];
  /** Name of the template that was applied. */
  template?: string;
}

/**
 * Applies "a template's structure, type and tags" (specification, `create_doc`): the text fills the scaffold, a type
 * that was named wins, and the template's tags come first among the tags that were named. Without a template the
 * fields are as given, and the type is `knowledge` unless named (specification, "Document").
 *
 * @throws {AppError} `not_found` for a template that is not offered, with the closest names.
 */
export async function applyTemplate(
  context: OperationContext,
  reference: string | undefined,
  given: { content: string; type?: DocumentType | undefined; tags: string[] },
): Promise<TemplatedFields> {
  if (reference === undefined)
    return { content: given.content, type: given.type ?? 'knowledge', tags: given.tags };
  const { name, scaffold, type, tags } = findTemplate(visibleTemplates(context), reference);
  const content = contentSchema.safeParse(await finishInSlices(fillTemplate(scaffold, given.content)));
  if (!content.success) throw badRequest('content: with the structure of the template it is too long.');
  const allTags = tagsSchema.safeParse([...tags, ...given.tags]);
  if (!allTags.success) throw badRequest('tags: with those of the template there are too many.');
  return { template: name, content: content.data, type: given.type ?? type, tags: allTags.data };
}
