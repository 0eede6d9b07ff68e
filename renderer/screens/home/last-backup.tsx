import { Anchor, Card, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { useNow } from '../../components/now.ts';
import { When } from '../../components/when.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { BACKUP_ADDRESS } from '../../routing/addresses.ts';
import { firstBackupWords, type BackupStatus } from '../backup/words.ts';
import { Section } from './section.tsx';

/** When the last backup was made, or when the first one comes: for the person at the machine. */
export function LastBackup() {
  const status = useOperation('backup.status', {});
  return (
    <Section title="Last backup">
      <Card withBorder padding="md">
        <Loaded query={status}>
          {(found) => (
            <Text size="sm">
              <Standing status={found} />{' '}
              <Anchor component={Link} href={BACKUP_ADDRESS} size="sm" underline="always">
                Backup and data
              </Anchor>
            </Text>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}

function Standing({ status }: { status: BackupStatus }) {
  const { last, problem, is_late: isLate } = status;
  const now = useNow();
  if (problem !== null) return 'The backups cannot be reached.';
  if (last === null) {
    const { title, detail } = firstBackupWords(status, now);
    return `${title}. ${detail}`;
  }
  return (
    <>
      <When at={last.at} />
      {isLate && ', behind its schedule'}.
    </>
  );
}
