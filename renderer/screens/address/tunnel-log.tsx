import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ScrollText } from 'lucide-react';
import { useOperation } from '../../client/operations.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import style from './address.module.css';

/** New lines are in nobody's live changes; whoever looks at them asks. */
const ASK_EVERY_MS = 2_000;

/** What the tunnel's program said last, for whoever wants to know exactly. */
export function TunnelLog() {
  const [isShown, log] = useDisclosure();
  return (
    <Stack gap="sm" align="stretch">
      <Button
        variant="subtle"
        size="xs"
        leftSection={<ScrollText size={14} aria-hidden />}
        aria-expanded={isShown}
        onClick={log.toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {isShown ? 'Hide the tunnel’s log' : 'Show the tunnel’s log'}
      </Button>
      {isShown && <Lines />}
    </Stack>
  );
}

function Lines() {
  const access = useOperation('public_access.read', {}, { refetchInterval: ASK_EVERY_MS });
  return (
    <Loaded query={access}>
      {({ log }) =>
        log.length === 0 ? (
          <Text size="sm" c="dimmed">
            The program has said nothing yet.
          </Text>
        ) : (
          // It scrolls: the keyboard scrolls what it can reach.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          <pre className={style['log']} tabIndex={0} role="log" aria-label="Log of the tunnel">
            {log.map(({ time, level, message }) => `${clockOf(time)} ${level}  ${message}`).join('\n')}
          </pre>
        )
      }
    </Loaded>
  );
}

function clockOf(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour12: false });
}
