import { Group, Text } from '@mantine/core';
import { Check } from 'lucide-react';

/** Says beside a field that its change is stored. It is there before, so that a screen reader hears it come. */
export function Saved({ setting: { isSaved } }: { setting: { isSaved: boolean } }) {
  return (
    <Group component="output" gap={4} wrap="nowrap" style={{ flex: 'none' }}>
      {isSaved && (
        <>
          <Check size={14} aria-hidden />
          <Text size="sm" c="dimmed">
            Saved
          </Text>
        </>
      )}
    </Group>
  );
}
