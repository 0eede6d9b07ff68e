import type { Template, TemplateContent } from '../../domain/template.ts';
import { templateKey } from '../../domain/template.ts';
import { conflict } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { provenanceOf } from '../people.ts';
import { allTemplates } from './load.ts';

/** Stages a template as the acting user wants it; names stay unique, hidden and built-in ones included. */
export function stageTemplate(
  context: OperationContext,
  content: TemplateContent & { hidden: boolean },
  created_at: string,
): Template {
  claimName(context, content);
  const { id, name, description, scaffold, type, tags, hidden } = content;
  const template: Template = {
    id,
    name,
    description,
    scaffold,
    type,
    tags,
    hidden,
    updated_by: provenanceOf(context),
    created_at,
    updated_at: context.now,
  };
  context.tx.templates.put(template);
  return template;
}

/** Of two changes that want the same name one runs again and finds it taken. */
export function claimName(
  context: OperationContext,
  { id, name }: Pick<TemplateContent, 'id' | 'name'>,
): void {
  const key = templateKey(name);
  context.tx.claim(`template-name:${key}`);
  const other = allTemplates(context).find(
    (template) => template.id !== id && templateKey(template.name) === key,
  );
  if (other) throw conflict(`There is already a template “${other.name}”.`, { hint: 'Choose another name.' });
}
