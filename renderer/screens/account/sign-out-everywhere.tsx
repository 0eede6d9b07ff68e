import { Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { useReader } from '../../shell/reader.tsx';

/** Ends all other browsers at once, or this one with them. At the machine, this one stays: it has no other way in. */
export function SignOutEverywhere() {
  const { is_local } = useReader();
  const endAll = useAction('sessions.end_all');
  const endOthers = () =>
    endAll.mutate(
      { keep_current: true },
      {
        onSuccess: ({ ended }) =>
          announceDone(
            ended === 0 ? 'No other browser was signed in.' : 'All other browsers are signed out.',
          ),
        onError: announceFailure,
      },
    );
  const askForAll = () =>
    modals.openConfirmModal({
      title: 'Sign out everywhere?',
      children: 'All your browsers are signed out, this one too. You sign in again with your password.',
      labels: { confirm: 'Sign out everywhere', cancel: 'Cancel' },
      onConfirm: () => endAll.mutate({}, { onSuccess: () => location.reload(), onError: announceFailure }),
    });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={endOthers} loading={endAll.isPending}>
        Sign out other browsers
      </Button>
      {!is_local && (
        <Button size="xs" variant="default" onClick={askForAll}>
          Sign out everywhere
        </Button>
      )}
    </Group>
  );
}
