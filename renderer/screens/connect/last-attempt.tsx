import { Text } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';

/** That nothing has followed for two minutes is seen by asking. */
const ASK_EVERY_MS = 10_000;

/** How far the program has got that tried last to be connected. For whoever sits at the machine. */
export function LastAttempt() {
  const attempts = useOperation('diagnostics.attempts', {}, { refetchInterval: ASK_EVERY_MS });
  const last = attempts.data?.items[0];
  if (!last) return null;
  return (
    <Text size="sm" aria-live="polite">
      {last.sentence} {last.hint}
    </Text>
  );
}
