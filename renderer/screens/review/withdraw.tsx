import { Button } from '@mantine/core';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';

/** Takes an own request back. The page stays as it is; the text can be proposed again. */
export function Withdraw({ id }: { id: string }) {
  const withdraw = useAction('change_requests.withdraw', {
    // The button goes with what is done.
    onDone: () => announceDone('Withdrawn. The page stays as it is.'),
  });
  return (
    <Button
      variant="default"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate({ id }, { onError: announceFailure })}
    >
      Withdraw
    </Button>
  );
}
