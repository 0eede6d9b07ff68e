import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import classes from './backup.module.css';
import { sizeWords } from '../../components/amounts.ts';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { LookInside } from './look-inside.tsx';
import { kindWords, type Backup } from './words.ts';

/** One backup: when, why, how large; look into it, restore it, delete it. */
export function BackupRow({ backup, folder }: { backup: Backup; folder: string }) {
  const { name, at, kind, size } = backup;
  const [isOpen, inside] = useDisclosure();
  const moment = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Group className={classes['row'] ?? ''} justify="space-between" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Text fw={600}>{moment}</Text>
        <Text size="sm" c="dimmed">
          <When at={at} /> · {kindWords(kind)}
          {size !== null && ` · ${sizeWords(size)}`}
        </Text>
        {kind === 'before_update' && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            A plain copy of the folder: {folder}/{name}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        {kind !== 'before_update' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Restore the backup of ${moment}…`}
            onClick={inside.open}
          >
            Restore…
          </Button>
        )}
        <More name={name} moment={moment} />
      </Group>
      <LookInside archive={name} isOpen={isOpen} onClose={inside.close} />
    </Group>
  );
}

function More({ name, moment }: { name: string; moment: string }) {
  const remove = useAction('backup.delete', {
    // The button goes with what is done.
    onDone: () => announceDone('The backup is deleted.'),
  });

  function confirm(): void {
    modals.openConfirmModal({
      title: `Delete the backup of ${moment}?`,
      children: <Text size="sm">This cannot be undone. The workspace itself is not touched.</Text>,
      labels: { confirm: 'Delete for ever', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate({ name }, { onError: announceFailure }),
    });
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for the backup of ${moment}`}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirm}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
