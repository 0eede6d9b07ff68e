import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { LOOPBACK_HOSTS } from '../../server/domain/loopback.ts';
import { PUBLIC_ADDRESS_ADDRESS } from '../routing/addresses.ts';
import { isOffered } from '../routing/offered-screens.ts';
import { useReader } from '../shell/reader.tsx';

/** Whether an address leads a phone nowhere but to itself. */
export function isOfThisComputer(url: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(url).hostname);
}

/** Instead of a code for a phone's camera, where the address is of this computer only. */
export function NotForPhones() {
  const canChoose = isOffered(useReader(), PUBLIC_ADDRESS_ADDRESS);
  return (
    <Text size="sm" c="dimmed">
      A phone cannot open this address: it works on this computer only.{' '}
      {canChoose ? (
        <Anchor component={Link} href={`~${PUBLIC_ADDRESS_ADDRESS}`} size="sm" underline="always">
          Choose a public address
        </Anchor>
      ) : (
        'Ask the owner of the workspace for a public address.'
      )}
    </Text>
  );
}
