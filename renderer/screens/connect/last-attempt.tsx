import { Text } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { useNow } from '../../components/now.ts';

/** That nothing has followed for two minutes is seen by asking. */
const ASK_EVERY_MS = 10_000;
/** What was longer ago is not what somebody looks at now. */
const RECENT_MS = 3_600_000;

/** How far the program has got that tried last to be connected. For whoever sits at the machine. */
export function LastAttempt() {
  const attempts = useOperation('diagnostics.attempts', {}, { refetchInterval: ASK_EVERY_MS });
  const now = useNow();
  const last = attempts.data?.items[0];
  if (!last || now - Date.parse(last.started_at) > RECENT_MS) return null;
  return (
    <Text size="sm" aria-live="polite">
      {last.sentence} {last.hint}
    </Text>
  );
}
