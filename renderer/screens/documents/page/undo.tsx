import { Button, Group, Text } from '@mantine/core';

/** Says what was done, and takes it back. */
export function Undo({ words, onUndo }: { words: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{words}</Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
