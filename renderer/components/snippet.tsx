import { Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import style from './snippet.module.css';

/** A text to be copied somewhere else: an address, a command, some lines of a file. */
export function Snippet({
  title,
  text,
  isWrapped = false,
}: {
  title: string;
  text: string;
  /** Breaks long lines instead of scrolling: for addresses and secrets. */
  isWrapped?: boolean;
}) {
  return (
    <Stack gap={6} miw={0}>
      <Group justify="space-between" align="center" wrap="nowrap">
        <Text size="sm" fw={550} truncate>
          {title}
        </Text>
        <CopyButton value={text} what={title} />
      </Group>
      {/* Reached by keyboard, because it may scroll (WCAG 2.2, 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <pre className={`${style['text']} ${isWrapped ? style['wrapped'] : ''}`} tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </Stack>
  );
}
