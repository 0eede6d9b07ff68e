import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Unplug } from 'lucide-react';
import { Link } from 'wouter';
import { CONNECT_ADDRESS } from '../../routing/addresses.ts';
import type { PublicAccess } from '../../components/access-words.ts';

/** Which connections the change of address has cut, by name. Nothing while there are none. */
export function AppsToRenew({ apps, url }: { apps: PublicAccess['apps_to_renew']; url: string | null }) {
  if (apps.length === 0 || url === null) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<Unplug aria-hidden />}
      title={
        apps.length === 1 ? 'One app must be connected again' : `${apps.length} apps must be connected again`
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          They know the workspace by another address. Remove them there and{' '}
          <Anchor component={Link} href={`~${CONNECT_ADDRESS}`} inherit c="inherit" underline="always">
            connect them
          </Anchor>{' '}
          with the new one.
        </Text>
        <List size="sm">
          {apps.map(({ id, name, username, base_url }) => (
            <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
              {name} of {username}, connected at {base_url}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  );
}
