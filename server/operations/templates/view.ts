import { z } from 'zod';
import { documentTypeSchema } from '../../domain/document.ts';
import type { OperationContext } from '../define.ts';
import { provenance, provenanceSchema } from '../people.ts';
import type { KnownTemplate } from './load.ts';

/** A template as every face answers it (specification, "Other named resources"). */
export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  scaffold: z.string().describe('Markdown'),
  type: documentTypeSchema,
  tags: z.array(z.string()),
  built_in: z.boolean().describe('Comes with the program'),
  changed: z.boolean().describe('Built-in, in the words of this workspace'),
  hidden: z.boolean(),
  updated_by: provenanceSchema.nullable(),
  updated_at: z.string().nullable(),
});

export type TemplateView = z.infer<typeof templateSchema>;

export function presentTemplate(context: OperationContext, template: KnownTemplate): TemplateView {
  const { id, name, description, scaffold, type, tags, isBuiltIn, stored } = template;
  return {
    id,
    name,
    description,
    scaffold,
    type,
    tags,
    built_in: isBuiltIn,
    changed: isBuiltIn && stored !== undefined,
    hidden: stored?.hidden ?? false,
    updated_by: stored ? provenance(context, stored.updated_by) : null,
    updated_at: stored?.updated_at ?? null,
  };
}
