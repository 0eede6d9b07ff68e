import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { takeBackNotice } from '../../../feedback/announce.ts';

/** Says what was done, and takes it back. */
export function Undo({
  notice,
  words,
  isOver,
  onUndo,
}: {
  /** Name of the notice that this is the text of. */
  notice: string;
  words: string;
  /** It is no longer so: the notice goes. */
  isOver: boolean;
  onUndo: () => void;
}) {
  useEffect(() => {
    if (isOver) takeBackNotice(notice);
  }, [isOver, notice]);
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{words}</Text>
      <Button
        size="compact-sm"
        variant="light"
        flex="none"
        onClick={() => {
          takeBackNotice(notice);
          onUndo();
        }}
      >
        Undo
      </Button>
    </Group>
  );
}
