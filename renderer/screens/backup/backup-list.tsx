import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Archive } from 'lucide-react';
import { useOperation } from '../../client/operations.ts';
import { sizeWords } from '../../components/amounts.ts';
import { Section } from '../../components/section.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { BackUpNow } from './back-up-now.tsx';
import { BackupRow } from './backup-row.tsx';
import { OtherFile } from './other-file.tsx';

/** The backups that there are, newest first, and a way to one that lies elsewhere. */
export function BackupList() {
  const list = useOperation('backup.list', {});
  const status = useOperation('backup.status', {});
  const [isAsking, other] = useDisclosure();
  return (
    <Section
      title="Backups"
      {...(list.data && { description: describe(list.data.items.length, list.data.size) })}
      actions={
        <Button variant="default" onClick={other.open}>
          Open another file…
        </Button>
      }
    >
      <Loaded query={list}>
        {({ items, folder }) => (
          <Stack gap="sm">
            {items.length === 0 ? (
              <Card withBorder padding={0}>
                <EmptyState icon={Archive} title="No backup yet" actions={<BackUpNow status={status.data} />}>
                  Make the first one now: it takes a moment, and nobody has to stop working.
                </EmptyState>
              </Card>
            ) : (
              <Card withBorder padding={0}>
                {items.map((backup) => (
                  <BackupRow key={backup.name} backup={backup} folder={folder} />
                ))}
              </Card>
            )}
            <Group gap="xs">
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                In {folder}. Whoever has a backup can read everything in it: keep it as private as this
                computer.
              </Text>
            </Group>
          </Stack>
        )}
      </Loaded>
      <OtherFile isOpen={isAsking} onClose={other.close} />
    </Section>
  );
}

function describe(count: number, size: number): string {
  if (count === 0) return 'What you can go back to stands here.';
  return `${count === 1 ? 'One backup' : `${count} backups`}, ${sizeWords(size)} in all. Each is checked before it counts.`;
}
