import { BUILT_IN_TEMPLATES, builtInTemplate } from '../../domain/built-in-templates.ts';
import { closestName } from '../../domain/closest-name.ts';
import { templateKey, type Template, type TemplateContent } from '../../domain/template.ts';
import { unknown, type AppError } from '../../errors.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import type { OperationContext } from '../define.ts';

/** A template as it is in this workspace. */
export interface KnownTemplate extends TemplateContent {
  isBuiltIn: boolean;
  /** What the workspace has made of it; undefined for a built-in one as shipped. */
  stored: Template | undefined;
}

/** More names in one hint would not be read. */
const MOST_NAMES = 20;

/** Every template, hidden ones included: the built-in ones in their order, then the workspace's by name. */
export function allTemplates({ services }: OperationContext): KnownTemplate[] {
  const { templates } = services.store.tables;
  const builtIn = BUILT_IN_TEMPLATES.map((shipped) => {
    const stored = templates.get(shipped.id);
    return { ...(stored ?? shipped), isBuiltIn: true, stored };
  });
  const own = [...templates.all()]
    .filter(({ id }) => builtInTemplate(id) === undefined)
    .map((stored) => ({ ...stored, isBuiltIn: false, stored }));
  return [...builtIn, ...own.toSorted((left, right) => compare(left.name, right.name))];
}

const compare = new Intl.Collator('en', { numeric: true }).compare;

export function visibleTemplates(context: OperationContext): KnownTemplate[] {
  return allTemplates(context).filter(({ stored }) => !stored?.hidden);
}

/**
 * A template by id or by name, in any case and with or without dashes. The workspace's own ones win.
 *
 * @throws {AppError} `not_found` with the closest name and the names that there are.
 */
export function findTemplate(templates: readonly KnownTemplate[], reference: string): KnownTemplate {
  const key = templateKey(reference);
  const named = templates.filter(({ name }) => templateKey(name) === key);
  const found =
    templates.find(({ id }) => id === reference) ?? named.find(({ isBuiltIn }) => !isBuiltIn) ?? named[0];
  if (!found) throw unknownTemplate(templates, reference);
  return found;
}

function unknownTemplate(templates: readonly KnownTemplate[], reference: string): AppError {
  const names = templates.map(({ name }) => name);
  const meant = closestName(reference, names);
  const listed = names.slice(0, MOST_NAMES).join(', ') || 'none';
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const question = meant === undefined ? '' : `Did you mean “${meant}”? `;
  return unknown('template', `${question}Templates: ${listed}${more}.`);
}

/** One that the acting user may see: hidden ones are for those who manage templates, and not there for others. */
export function loadTemplate(context: OperationContext, reference: string): KnownTemplate {
  const seesHidden = mayManageTemplates(context.user).allowed;
  return findTemplate(seesHidden ? allTemplates(context) : visibleTemplates(context), reference);
}
