import { useOperation } from '../../../client/operations.ts';

/** Whether the reader may edit the pages of a space; not, as long as that is not known. */
export function useMayEdit(space: string): boolean {
  const spaces = useOperation('spaces.list', {});
  return spaces.data?.items.some(({ slug, can_edit: canEdit }) => slug === space && canEdit) ?? false;
}
