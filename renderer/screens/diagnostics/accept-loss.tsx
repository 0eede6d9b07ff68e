import { Button, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useAction } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import { lossCount } from './data-words.ts';

/** Goes on without what is lost. All files are read before, so that the person knows of everything that it means. */
export function AcceptLoss() {
  const verify = useAction('workspace.verify');
  const accept = useAction('workspace.accept_loss');

  function confirm(lost: number): void {
    modals.openConfirmModal({
      title: `Go on without ${lossCount(lost)}?`,
      children: <Meaning />,
      labels: { confirm: 'Go on without it', cancel: 'Not yet' },
      confirmProps: { color: 'red' },
      onConfirm: () => accept.mutate({}, { onError: announceFailure }),
    });
  }

  return (
    <Button
      size="xs"
      color="red"
      loading={verify.isPending || accept.isPending}
      onClick={() =>
        verify.mutate(
          {},
          {
            onSuccess: ({ files }) => confirm(files.damage.filter(({ lost }) => lost).length),
            onError: announceFailure,
          },
        )
      }
    >
      Go on without what is lost…
    </Button>
  );
}

function Meaning() {
  return (
    <Stack gap="sm">
      <List size="sm" spacing={6}>
        <List.Item>
          A page whose text is lost becomes empty; one of which nothing is left is gone. A lost picture is
          taken out, an older version cannot be read.
        </List.Item>
        <List.Item>
          Everything else stays: other pages and their history, people, tokens. No damaged file is deleted.
        </List.Item>
        <List.Item>The audit log says what you accepted, and when.</List.Item>
        <List.Item>It happens at the next start of Commonplace.</List.Item>
      </List>
      <Text size="sm" fw={600}>
        Copy the folder of the workspace to a safe place first, as it is. This cannot be undone.
      </Text>
    </Stack>
  );
}
