import { Card, Group, Progress, Stack, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { worstStatus } from '../../../server/domain/diagnosis.ts';
import { When } from '../../components/when.tsx';
import classes from './diagnostics.module.css';
import { Light } from './light.tsx';
import { firstProblem, summary } from './words.ts';

/** What stands before when: “checked just now” is only said of the way that others take now. */
function checkedWords({ was_paused: wasPaused }: { was_paused: boolean }, outdated: string | null): string {
  if (outdated !== null) return 'as it was';
  return wasPaused ? 'with public access paused,' : 'checked';
}

/** How all of it stands, in one line; and how far a check is that goes on. */
export function Overview({
  found: { address, last, outdated, running },
}: {
  found: OutputOf<'diagnostics.read'>;
}) {
  const first = last && outdated === null && firstProblem(last.rows);
  const status = last && outdated === null ? worstStatus(last.rows) : 'skipped';
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <Light status={status} size={28} />
          <Stack gap="xs" miw={0} flex={1}>
            <Stack gap={0}>
              <Text fw={600} component="output">
                {last ? (outdated ?? summary(last.rows, last.address)) : 'Checking for the first time'}
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {last ? (
                  <>
                    {last.address}, {checkedWords(last, outdated)}{' '}
                    <When at={last.finished_at ?? last.started_at} />
                  </>
                ) : (
                  address
                )}
              </Text>
            </Stack>
            {first && (
              <div className={classes['words']}>
                <Text size="sm" fw={600}>
                  {first.title}
                </Text>
                <Text size="sm">{first.finding}</Text>
                {first.fix !== null && (
                  <Text size="sm" className={classes['fix'] ?? ''}>
                    {first.fix}
                  </Text>
                )}
              </div>
            )}
          </Stack>
        </Group>
        {running && (
          <Progress
            value={(running.rows.length / running.total) * 100}
            size="sm"
            aria-label={`Checked ${running.rows.length} of ${running.total}`}
          />
        )}
      </Stack>
    </Card>
  );
}
