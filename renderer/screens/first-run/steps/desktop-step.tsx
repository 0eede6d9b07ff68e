import { Text } from '@mantine/core';
import { DesktopGroup } from '../../settings/desktop-group.tsx';

/** Whether it starts by itself, and what closing the window means. */
export function DesktopStep() {
  return (
    <>
      <Text>
        Your assistants reach your pages only while Commonplace runs. It needs little, and keeps to the edge
        of your screen.
      </Text>
      <DesktopGroup />
    </>
  );
}
