import { Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { SHORTCUT } from './shortcut.ts';

/** Looks like the field that it opens. */
export function FindButton({ onFind }: { onFind: () => void }) {
  return (
    <UnstyledButton
      onClick={onFind}
      aria-keyshortcuts="Control+K Meta+K"
      w="100%"
      px={10}
      py={6}
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
    >
      <Group gap={8} wrap="nowrap">
        <Search size={16} aria-hidden />
        <Text size="sm" c="dimmed" flex={1}>
          Find
        </Text>
        <Kbd size="xs" aria-hidden>
          {SHORTCUT}
        </Kbd>
      </Group>
    </UnstyledButton>
  );
}
