import { Alert, Button, Group, Stack } from '@mantine/core';
import { Clock } from 'lucide-react';

/** Says that a change was sent and waits for somebody who may publish. */
export function WaitingForReview({ message, onDone }: { message: string; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Alert icon={<Clock aria-hidden />} variant="light">
        {message}
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          Back to the page
        </Button>
      </Group>
    </Stack>
  );
}
