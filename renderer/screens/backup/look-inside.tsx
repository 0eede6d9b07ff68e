import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useAction, useOperation } from '../../client/operations.ts';
import { sizeWords } from '../../components/amounts.ts';
import { announceFailure } from '../../feedback/announce.ts';
import { Failure } from '../../feedback/failure.tsx';
import { contentsWords, type Preview } from './words.ts';

/** What is in a backup, every byte of it checked, before anything is restored. */
export function LookInside({
  archive,
  isOpen,
  onClose,
}: {
  /** Name of a backup, or path of a file. */
  archive: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const preview = useOperation('backup.preview', { archive }, { enabled: isOpen, gcTime: 0 });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Restore a backup" size="lg">
      {preview.data ? (
        <Contents preview={preview.data} archive={archive} onClose={onClose} />
      ) : preview.error ? (
        <Failure error={preview.error} />
      ) : (
        <Group component="output" gap="sm" py="lg">
          <Loader size="sm" />
          <Text size="sm">Checking every byte of the backup…</Text>
        </Group>
      )}
    </Modal>
  );
}

function Contents({ preview, archive, onClose }: { preview: Preview; archive: string; onClose: () => void }) {
  const restore = useAction('backup.restore');
  return (
    <Stack gap="md">
      <Alert
        color="ledger"
        variant="light"
        icon={<CircleCheck aria-hidden />}
        title={`${preview.workspace_name}, ${new Date(preview.taken_at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}`}
      >
        This backup is whole: {contentsWords(preview.counts)}. {sizeWords(preview.unpacked_size)} when
        restored.
      </Alert>
      {preview.missing > 0 && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert aria-hidden />}>
          {preview.missing === 1 ? 'One file' : `${preview.missing} files`} had been lost already when it was
          made.
        </Alert>
      )}
      {!preview.is_of_this_workspace && <Text size="sm">It is of another workspace than this one.</Text>}
      <Text size="sm">
        It is restored into a new folder beside the one you use now. Nothing that you have is changed: you can
        look into the old state, take from it what you miss, or go on with it for good.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={restore.isPending}
          onClick={() => restore.mutate({ archive }, { onSuccess: onClose, onError: announceFailure })}
        >
          Restore into a new folder
        </Button>
      </Group>
    </Stack>
  );
}
