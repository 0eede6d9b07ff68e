import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';
import { announceFailure } from '../feedback/announce.ts';

/** Copies a text and says so for a moment. `what` completes “Copy …” for those who hear the page. */
export function CopyButton({
  value,
  what,
  label = 'Copy',
  ...look
}: { value: string; what: string; label?: string } & Pick<ButtonProps, 'size' | 'variant'>) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  useEffect(() => {
    if (error)
      announceFailure(new Error('This browser does not let the page copy. Select the text instead.'));
  }, [error]);
  const Icon = copied ? Check : Copy;
  const words = copied ? 'Copied' : label;
  return (
    <Button
      size="xs"
      variant="default"
      {...look}
      leftSection={<Icon size={14} aria-hidden />}
      aria-label={`${words} ${what}`}
      onClick={() => copy(value)}
    >
      {words}
    </Button>
  );
}
