import { useOperation } from '../../../client/operations.ts';
import { Undo } from './undo.tsx';

/** Enough of the Trash, last trashed first, to find what has just been put there. */
const LAST = { limit: 50, offset: 0 };

interface Trashed {
  notice: string;
  id: string;
  title: string;
  onUndo: () => void;
}

/** Says that a page is in the Trash for as long as it is, whoever takes it out. */
export function TrashedNotice({ notice, id, title, onUndo }: Trashed) {
  const trash = useOperation('trash.list', LAST);
  const isOver = trash.isSuccess && !trash.isFetching && trash.data.items.every((page) => page.id !== id);
  return <Undo notice={notice} words={`“${title}” is in the Trash.`} isOver={isOver} onUndo={onUndo} />;
}
