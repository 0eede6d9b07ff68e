import { Button } from '@mantine/core';
import { FileCheck } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { checkedWords } from './data-words.ts';

/** Reads every file of the workspace against its checksum. */
export function CheckFiles() {
  const verify = useAction('workspace.verify', {
    onDone: (report) => announceDone(checkedWords(report)),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<FileCheck size={14} aria-hidden />}
      loading={verify.isPending}
      onClick={() => verify.mutate({}, { onError: announceFailure })}
    >
      Check all files
    </Button>
  );
}
