import { Button, Text } from '@mantine/core';
import { useAction, useOperation } from '../client/operations.ts';
import { announceDone, announceFailure } from '../feedback/announce.ts';

/** How what counts from the next start comes to count: the desktop app starts itself again, else whoever started it does. */
export function StartAgain() {
  const desktop = useOperation('desktop.read', {});
  const restart = useAction('desktop.restart', { onDone: () => announceDone('Commonplace starts again.') });
  if (desktop.data?.desktop == null)
    return <Text size="sm">Stop Commonplace where it was started, and start it again.</Text>;
  return (
    <>
      <Text size="sm">Assistants are cut off for a few seconds meanwhile.</Text>
      <Button
        size="xs"
        loading={restart.isPending}
        onClick={() => restart.mutate({}, { onError: announceFailure })}
      >
        Start again now
      </Button>
    </>
  );
}
