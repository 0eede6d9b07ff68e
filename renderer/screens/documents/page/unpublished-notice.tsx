import { useOperation } from '../../../client/operations.ts';
import { Undo } from './undo.tsx';

interface Unpublished {
  notice: string;
  id: string;
  title: string;
  onUndo: () => void;
}

/** Says that a page is a draft again for as long as it is one, as far as it is on screen. */
export function UnpublishedNotice({ notice, id, title, onUndo }: Unpublished) {
  const page = useOperation('documents.read', { id }, { enabled: false });
  return (
    <Undo
      notice={notice}
      words={`“${title}” is a draft again: readers no longer see it.`}
      isOver={page.data?.document.status === 'published'}
      onUndo={onUndo}
    />
  );
}
