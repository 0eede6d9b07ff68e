import { List, Stack, Text } from '@mantine/core';
import { When } from '../../components/when.tsx';
import type { MirrorStatus } from './mirror-words.ts';

const SHOWN = 10;

/** Files of the mirror that somebody has edited, and what could not be written. */
export function MirrorLists({
  status: { set_aside: setAside, left_out: leftOut },
}: {
  status: MirrorStatus;
}) {
  return (
    <>
      {setAside.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">
            Edited in the mirror, and set aside so that nothing is lost. The mirror goes one way: copy what
            you want to keep into your pages.
          </Text>
          <List size="sm">
            {setAside.slice(0, SHOWN).map(({ path, at }) => (
              <List.Item key={path} style={{ overflowWrap: 'anywhere' }}>
                {path}, <When at={at} />
              </List.Item>
            ))}
          </List>
          <More count={setAside.length - SHOWN} />
        </Stack>
      )}
      {leftOut.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">Left out:</Text>
          <List size="sm">
            {leftOut.slice(0, SHOWN).map(({ path, reason }) => (
              <List.Item key={path} style={{ overflowWrap: 'anywhere' }}>
                {path}: {reason}
              </List.Item>
            ))}
          </List>
          <More count={leftOut.length - SHOWN} />
        </Stack>
      )}
    </>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <Text size="sm">… and {count} more.</Text> : null;
}
