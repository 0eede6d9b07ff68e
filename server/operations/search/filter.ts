import {
  documentStatusSchema,
  documentTypeSchema,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/document.ts';
import type { ParsedSearch, SearchOperators } from '../../domain/search-query.ts';
import type { DocumentFilter } from '../../ports.ts';
import type { OperationContext } from '../define.ts';
import { loadSpace } from '../documents/load.ts';

/** What a search is narrowed by beside its query. */
export interface SearchParameters {
  space?: string | undefined;
  type?: DocumentType | undefined;
  tag?: string | undefined;
}

/**
 * What a search asks for by operators, excluded operators and parameters together. The values of one operator are
 * alternatives, all else must hold; values that name nothing match nothing, and excluding them excludes nothing
 * (decisions, "Search grammar").
 *
 * @throws {AppError} not_found when the parameter `space` names none that the acting user sees
 */
export function searchFilter(
  context: OperationContext,
  { operators, excludedOperators }: Pick<ParsedSearch, 'operators' | 'excludedOperators'>,
  { space, type, tag }: SearchParameters,
): DocumentFilter {
  const named: DocumentFilter = {
    ...namedBy(context, operators),
    ...(operators.tag && { tags: operators.tag }),
  };
  const left: DocumentFilter = {
    ...complement(context, namedBy(context, excludedOperators)),
    ...(excludedOperators.tag && { without_tags: excludedOperators.tag }),
  };
  const asked: DocumentFilter = {
    ...(space !== undefined && { space_ids: [loadSpace(context, space).id] }),
    ...(type !== undefined && { types: [type] }),
    ...(tag !== undefined && { and_tags: [tag] }),
  };
  return both(both(named, left), asked);
}

type ListFilter = Pick<DocumentFilter, 'space_ids' | 'statuses' | 'types' | 'author_ids'>;

function namedBy(context: OperationContext, operators: SearchOperators): ListFilter {
  return {
    ...(operators.type && { types: known<DocumentType>(documentTypeSchema.options, operators.type) }),
    ...(operators.status && {
      statuses: known<DocumentStatus>(documentStatusSchema.options, operators.status),
    }),
    ...(operators.space && { space_ids: spacesNamed(context, operators.space) }),
    ...(operators.author && { author_ids: authorsNamed(context, operators.author) }),
  };
}

function known<Value extends string>(options: readonly Value[], values: readonly string[]): Value[] {
  return options.filter((option) => values.some((value) => value.toLowerCase() === option));
}

function spacesNamed(context: OperationContext, slugs: readonly string[]): string[] {
  return slugs.flatMap((slug) => context.services.views.spaceBySlug(slug.toLowerCase())?.id ?? []);
}

/** "`author:` matches username or display name" (decisions, "Search grammar"). */
function authorsNamed(context: OperationContext, names: readonly string[]): string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return [...context.services.store.tables.users.all()]
    .filter((user) => wanted.has(user.username) || wanted.has(user.name.toLowerCase()))
    .map((user) => user.id);
}

/** All values but those named: of these four there are few. */
function complement(context: OperationContext, named: ListFilter): ListFilter {
  const { spaces, users } = context.services.store.tables;
  return {
    ...(named.types && { types: without(documentTypeSchema.options, named.types) }),
    ...(named.statuses && { statuses: without(documentStatusSchema.options, named.statuses) }),
    ...(named.space_ids && { space_ids: without(idsOf(spaces.all()), named.space_ids) }),
    ...(named.author_ids && { author_ids: without(idsOf(users.all()), named.author_ids) }),
  };
}

function idsOf(records: Iterable<{ id: string }>): string[] {
  return Array.from(records, ({ id }) => id);
}

function without<Value>(all: readonly Value[], unwanted: readonly Value[]): Value[] {
  return all.filter((value) => !unwanted.includes(value));
}

/** Both filters at once. Of the lists of tags each has its own condition, so that only one names it. */
function both(left: DocumentFilter, right: DocumentFilter): DocumentFilter {
  return {
    ...left,
    ...right,
    ...common('space_ids', left, right),
    ...common('statuses', left, right),
    ...common('types', left, right),
    ...common('author_ids', left, right),
  };
}

function common(key: keyof ListFilter, left: ListFilter, right: ListFilter): DocumentFilter {
  const first: readonly string[] | undefined = left[key];
  const second: readonly string[] | undefined = right[key];
  if (!first || !second) return {};
  return { [key]: first.filter((value) => second.includes(value)) };
}
