import { Stack } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { ImportForm } from './import-form.tsx';
import { TransferState } from './transfer-state.tsx';

/** Takes notes in that somebody has elsewhere, and says how far it is and what came of it. */
export function ImportNotes() {
  const status = useOperation('markdown_files.status', {});
  const spaces = useOperation('spaces.list', {});
  const job = status.data?.job ?? null;
  return (
    <Loaded query={spaces}>
      {({ items }) => (
        <Stack gap="lg">
          <ImportForm spaces={items} isRunning={job?.state === 'running'} />
          {job?.kind === 'import' && <TransferState job={job} />}
        </Stack>
      )}
    </Loaded>
  );
}
