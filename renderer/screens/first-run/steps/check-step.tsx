import { Button, Group, List, Loader, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { Check, Minus, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../../client/operations.ts';
import { Failure } from '../../../feedback/failure.tsx';
import { DIAGNOSTICS_ADDRESS } from '../../../routing/addresses.ts';
import { isOffered } from '../../../routing/offered-screens.ts';
import { useReader } from '../../../shell/reader.tsx';

type Row = OutputOf<'diagnostics.run'>['rows'][number];

/** Looks at everything that an assistant needs, and says what is wrong and how to mend it. */
export function CheckStep() {
  const run = useAction('diagnostics.run');
  const { mutate } = run;
  useEffect(() => mutate({}), [mutate]);
  const hasScreen = isOffered(useReader(), DIAGNOSTICS_ADDRESS);
  // Announced row by row while it runs.
  const soFar = useOperation('diagnostics.read', {}, { enabled: run.isPending });
  const rows = (run.isPending ? soFar.data?.running?.rows : run.data?.rows) ?? [];
  return (
    <Stack gap="md">
      <Text component="output">{run.isPending ? 'Checking…' : summaryOf(rows)}</Text>
      {run.isPending && <Loader size="sm" aria-label="Checking" />}
      {run.error && <Failure error={run.error} />}
      <List spacing="xs" listStyleType="none" ps={0}>
        {rows
          .filter(({ status }) => status !== 'skipped')
          .map((row) => (
            <List.Item key={row.id} icon={<Light status={row.status} />}>
              <Finding row={row} />
            </List.Item>
          ))}
      </List>
      <Group>
        <Button variant="default" size="xs" disabled={run.isPending} onClick={() => mutate({})}>
          Check again
        </Button>
        {hasScreen && (
          <Button component={Link} href={`~${DIAGNOSTICS_ADDRESS}`} variant="subtle" size="xs">
            See everything
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Finding({ row: { title, status, finding, fix } }: { row: Row }) {
  return (
    <>
      <Text span fw={550}>
        {title}
      </Text>
      {status !== 'green' && (
        <Text size="sm">
          {finding} {fix}
        </Text>
      )}
    </>
  );
}

function summaryOf(rows: readonly Row[]): string {
  const red = rows.filter(({ status }) => status === 'red').length;
  if (rows.length === 0) return '';
  const amber = rows.filter(({ status }) => status === 'amber').length;
  if (red === 0 && amber === 0) return 'Everything works.';
  if (red === 0) return `Everything works; ${amber === 1 ? 'one thing' : `${amber} things`} could be better.`;
  return `${red} of ${rows.length} checks failed. What works on this computer goes on working.`;
}

const LIGHTS: Readonly<Record<Row['status'], { color: string; icon: typeof Check; words: string }>> = {
  green: { color: 'green', icon: Check, words: 'Works' },
  amber: { color: 'yellow', icon: TriangleAlert, words: 'Could be better' },
  red: { color: 'red', icon: X, words: 'Does not work' },
  skipped: { color: 'gray', icon: Minus, words: 'Not checked' },
};

function Light({ status }: { status: Row['status'] }) {
  const { color, icon: Icon, words } = LIGHTS[status];
  return (
    <ThemeIcon color={color} variant="light" size={22} radius="xl">
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{words}: </VisuallyHidden>
    </ThemeIcon>
  );
}
