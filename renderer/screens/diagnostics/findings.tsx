import { Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { GROUP_WORDS } from '../../../server/domain/diagnosis-report.ts';
import { CHECK_GROUPS, type Finding } from '../../../server/domain/diagnosis.ts';
import { Section } from '../../components/section.tsx';
import { CheckFiles } from './check-files.tsx';
import classes from './diagnostics.module.css';
import { Light } from './light.tsx';

/**
 * Every row, grouped: its light, what was found, and what to do.
 *
 * @param outdated why the rows about the way of others are not about now; null while they are
 * @param isWhole whether nothing damaged is known of, which is said elsewhere
 */
export function Findings({
  rows,
  outdated,
  isWhole,
}: {
  rows: readonly Finding[];
  outdated: string | null;
  isWhole: boolean;
}) {
  return (
    <Stack gap="lg">
      {CHECK_GROUPS.map((group) => (
        <Group
          key={group}
          group={group}
          rows={rows.filter((row) => row.group === group)}
          // What is saved has nothing to do with the way to it.
          outdated={group === 'data' ? null : outdated}
          actions={group === 'data' && isWhole ? <CheckFiles /> : undefined}
        />
      ))}
    </Stack>
  );
}

const ABOUT: Record<Finding['group'], string> = {
  server: 'The program on this computer, and its way out.',
  address: 'Whether the address leads here, safely and quickly.',
  handshake: 'What an assistant does, from its first question to its calls.',
  data: 'What is saved, and where.',
};

function Group({
  group,
  rows,
  outdated,
  actions,
}: {
  group: Finding['group'];
  rows: readonly Finding[];
  outdated: string | null;
  actions: ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <Section title={GROUP_WORDS[group]} description={outdated ?? ABOUT[group]} actions={actions}>
      <Card withBorder padding={0} component="ul" m={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Row key={row.id} row={outdated === null ? row : { ...row, status: 'skipped', fix: null }} />
        ))}
      </Card>
    </Section>
  );
}

function Row({ row: { status, title, finding, fix } }: { row: Finding }) {
  return (
    <li className={classes['row']}>
      <Light status={status} />
      <div className={classes['words']}>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="sm" {...(status !== 'red' && { c: 'dimmed' })}>
          {finding}
        </Text>
        {fix !== null && (
          <Text size="sm" className={classes['fix'] ?? ''}>
            {fix}
          </Text>
        )}
      </div>
    </li>
  );
}
