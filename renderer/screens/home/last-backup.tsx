import { Anchor, Card, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { BACKUP_ADDRESS } from '../../routing/addresses.ts';
import { Section } from './section.tsx';

/** When the last backup was made: for the person at the machine. */
export function LastBackup() {
  const status = useOperation('backup.status', {});
  return (
    <Section title="Last backup">
      <Card withBorder padding="md">
        <Loaded query={status}>
          {({ last, problem, is_late: isLate }) => (
            <Text size="sm">
              {last !== null && <When at={last.at} />}
              {last === null && (problem === null ? 'No backup yet' : 'The backups cannot be reached')}
              {isLate && last !== null && ', behind its schedule'}.{' '}
              <Anchor component={Link} href={BACKUP_ADDRESS} size="sm">
                Backup and data
              </Anchor>
            </Text>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}
