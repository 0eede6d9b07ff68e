import { Card, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import classes from './diagnostics.module.css';
import { Light } from './light.tsx';
import { atMoment, firstProblem } from './words.ts';

/** What the server has found by itself after the last attempt to connect that broke off. */
export function AttemptCheckCard({
  found: { attempt_check: check, last },
}: {
  found: OutputOf<'diagnostics.read'>;
}) {
  if (check === null) return null;
  const { attempt, checked_at: checkedAt, cause } = check;
  const rows = last?.rows ?? [];
  const isMended = rows.find(({ id }) => id === cause?.id)?.status === 'green';
  const isShownAbove = firstProblem(rows)?.id === cause?.id;
  return (
    <Card withBorder padding={0}>
      <div className={classes['row']}>
        <Light status={cause && !isMended ? cause.status : 'green'} />
        <div className={classes['words']}>
          <Text size="sm" fw={600}>
            {attempt.name}’s attempt {atMoment(attempt.at, Date.parse(checkedAt))} was looked into
          </Text>
          <Text size="sm">{cause?.finding ?? 'Nothing was found that stands in the way of assistants.'}</Text>
          {isMended && (
            <Text size="sm" c="dimmed">
              The last check does not find it any more: the assistant can try again.
            </Text>
          )}
          {cause === null && (
            <Text size="sm" c="dimmed">
              If it does not get in at the next try either, something lets this computer pass and stops the
              assistant: look at the bot rules of the service in front of this server.
            </Text>
          )}
          {cause !== null && cause.fix !== null && !isMended && !isShownAbove && (
            <Text size="sm" className={classes['fix'] ?? ''}>
              {cause.fix}
            </Text>
          )}
        </div>
      </div>
    </Card>
  );
}
