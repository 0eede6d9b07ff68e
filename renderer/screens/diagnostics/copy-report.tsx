import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, ClipboardCopy } from 'lucide-react';
import { useClient } from '../../client/client.tsx';
import { announceFailure } from '../../feedback/announce.ts';

/** Copies the last check as a text that can be handed to whoever helps: it holds no secret. */
export function CopyReport({ isReady }: { isReady: boolean }) {
  const client = useClient();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? Check : ClipboardCopy;

  async function fetchAndCopy(): Promise<void> {
    try {
      const { text } = await client.call('diagnostics.report', {});
      copy(text);
    } catch (error) {
      announceFailure(error instanceof Error ? error : new Error('The report could not be written.'));
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={!isReady}
      onClick={() => void fetchAndCopy()}
    >
      {copied ? 'Copied' : 'Copy report'}
    </Button>
  );
}
