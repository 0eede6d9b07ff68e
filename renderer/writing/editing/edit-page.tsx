import { useParams } from 'wouter';
import { Loaded } from '../../feedback/loaded.tsx';
import { EditScreen } from './edit-screen.tsx';
import { useEditStart } from './start-editing.ts';

/** `/documents/:id/edit`: where a page is written. */
export function EditPage() {
  const { id } = useParams<{ id: string }>();
  return <EditStarting key={id} id={id} />;
}

function EditStarting({ id }: { id: string }) {
  const start = useEditStart(id);
  // What was kept of an earlier visit is old: somebody may have written since.
  if (start.isFetchedAfterMount || start.error) {
    return <Loaded query={start}>{(found) => <EditScreen start={found} />}</Loaded>;
  }
  return <Loaded query={{ ...start, data: undefined }}>{() => null}</Loaded>;
}
