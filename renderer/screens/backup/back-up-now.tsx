import { Button } from '@mantine/core';
import { HardDriveDownload } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import type { BackupStatus } from './words.ts';

/** Begins a backup; what becomes of it stands in the card below. */
export function BackUpNow({ status }: { status: BackupStatus | undefined }) {
  const create = useAction('backup.create');
  const isRunning = status?.job?.state === 'running';
  return (
    <Button
      leftSection={<HardDriveDownload size={18} aria-hidden />}
      loading={create.isPending}
      disabled={isRunning}
      onClick={() => create.mutate({}, { onError: announceFailure })}
    >
      Back up now
    </Button>
  );
}
