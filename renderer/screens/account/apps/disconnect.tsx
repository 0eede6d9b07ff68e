import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import type { ConnectedApp } from './connected-apps.tsx';

/** Ends an app's access, after asking: it cannot be taken back from here. */
export function Disconnect({ app }: { app: ConnectedApp }) {
  const disconnect = useAction('connected_apps.disconnect', {
    // The button goes with what is done.
    onDone: () => announceDone(`${app.name} is disconnected.`),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: `Disconnect ${app.name}?`,
      children:
        'It is refused from its next call on. What it wrote stays. To use it again, connect it from the app.',
      labels: { confirm: 'Disconnect', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => disconnect.mutate({ id: app.id }, { onError: announceFailure }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      onClick={ask}
      loading={disconnect.isPending}
      aria-label={`Disconnect ${app.name}`}
    >
      Disconnect
    </Button>
  );
}
