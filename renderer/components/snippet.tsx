import { Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import style from './snippet.module.css';

/** A text to be copied somewhere else: an address, a command, some lines of a file. */
export function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap={6} miw={0}>
      <Group justify="space-between" align="center" wrap="nowrap">
        <Text size="sm" fw={550} truncate>
          {title}
        </Text>
        <CopyButton value={text} what={title} />
      </Group>
      <pre className={style['text']}>{text}</pre>
    </Stack>
  );
}
