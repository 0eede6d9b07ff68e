import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { CallFailed } from '../client/transport.ts';

/** What went wrong and what to do next, in place of what should have been shown. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const refusal = error instanceof CallFailed ? error.error : null;
  const title = refusal?.message ?? 'This page could not be shown.';
  const hint = refusal ? refusal.hint : 'Load the page again; nothing that you saved is lost.';
  return (
    <Alert color="red" variant="light" title={title} icon={<CircleAlert aria-hidden />} role="alert" m="md">
      <Stack gap="sm" align="flex-start">
        {hint !== null && <Text size="sm">{hint}</Text>}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
