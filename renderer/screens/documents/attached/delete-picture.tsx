import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import type { Attachment } from './picture-row.tsx';

/** Deletes a picture, after asking: there is no Trash for it. */
export function DeletePicture({ picture, isInText }: { picture: Attachment; isInText: boolean }) {
  const { id, name } = picture;
  const remove = useAction('attachments.delete', {
    // The button goes with what is done.
    onDone: () => announceDone(`“${name}” is deleted.`),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: `Delete “${name}”?`,
      children: isInText
        ? 'The text of this page shows it: readers will find its description in its place, in older versions too. It cannot be brought back.'
        : 'Older versions of this page that show it lose it too. It cannot be brought back.',
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ id }, { onError: announceFailure }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      onClick={ask}
      loading={remove.isPending}
      aria-label={`Delete ${name}`}
    >
      Delete
    </Button>
  );
}
