import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Section } from '../../components/section.tsx';
import { StartAgain } from '../../components/start-again.tsx';
import { BACKUP_ADDRESS, documentAddress } from '../../routing/addresses.ts';
import { AcceptLoss } from './accept-loss.tsx';
import { CheckFiles } from './check-files.tsx';
import { dataWords, type DataState } from './data-words.ts';
import classes from './diagnostics.module.css';
import { Light } from './light.tsx';

/** What is damaged, and how to go on; nothing while everything is whole. */
export function YourData({ state }: { state: DataState }) {
  const { read_only: readOnly, damaged, lost, damage, loss } = state;
  if (damaged === 0 && readOnly === null) return null;
  const { title, meaning } = dataWords(state);
  const needsStart = loss === 'accepted' || (readOnly !== null && lost === 0);
  return (
    <Section title="Your data" description="What is saved, and is not whole." actions={<CheckFiles />}>
      <Card withBorder padding={0}>
        <div className={classes['row']}>
          <Light status={loss === 'accepted' || (lost === 0 && readOnly === null) ? 'amber' : 'red'} />
          <Stack gap="xs" align="flex-start" className={classes['words'] ?? ''}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <Text size="sm">{meaning}</Text>
            {needsStart && <StartAgain />}
            {loss === 'acceptable' && <AcceptLoss />}
            {!needsStart && (
              <Anchor component={Link} href={`~${BACKUP_ADDRESS}`} size="sm" underline="always">
                Backup and data
              </Anchor>
            )}
          </Stack>
        </div>
        {damage.map((report) => (
          <Damage key={`${report.file} ${report.problem}`} report={report} />
        ))}
        {damaged > damage.length && (
          <Text className={classes['row'] ?? ''} size="sm" c="dimmed">
            And {damaged - damage.length} more.
          </Text>
        )}
      </Card>
    </Section>
  );
}

function Damage({ report: { file, problem, action, lost, page } }: { report: DataState['damage'][number] }) {
  return (
    <div className={classes['row']}>
      <Light status={lost ? 'red' : 'amber'} />
      <div className={classes['words']}>
        {page !== null && (
          <Group gap="xs">
            <Anchor
              component={Link}
              href={`~${documentAddress(page.id)}`}
              size="sm"
              fw={600}
              underline="always"
            >
              {page.title}
            </Anchor>
          </Group>
        )}
        <Text size="sm" ff="monospace">
          {file}
        </Text>
        <Text size="sm" c="dimmed">
          {capitalised(problem)}; {action}.
        </Text>
      </div>
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
