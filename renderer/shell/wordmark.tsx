import { Group, Text } from '@mantine/core';

/** The workspace's name beside our sign. */
export function Wordmark({ name }: { name: string }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="./icon.svg" width={26} height={26} alt="" />
      <Text fw={650} truncate title={name}>
        {name}
      </Text>
    </Group>
  );
}
