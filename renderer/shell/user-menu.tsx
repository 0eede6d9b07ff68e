import {
  Group,
  Menu,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { ChevronsUpDown, CircleUser, LogOut } from 'lucide-react';
import { useLocation } from 'wouter';
import { announceFailure } from '../feedback/announce.ts';
import { ACCOUNT_ADDRESS } from '../routing/addresses.ts';
import type { Reader } from '../routing/screen.ts';
import { offeredScreens } from '../routing/offered-screens.ts';
import { COLOUR_SCHEMES } from './colour-schemes.ts';
import { useSignOut } from './sign-out.ts';

/** Who is here, their account, the colours, and the way out. */
export function UserMenu({ reader, onNavigate }: { reader: Reader; onNavigate: () => void }) {
  const { account, is_local: isLocal } = reader;
  const [, navigate] = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const hasAccountScreen = offeredScreens(reader).some(({ path }) => path === ACCOUNT_ADDRESS);
  return (
    <Menu
      position="top-start"
      width={232}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton px={6} py={4} w="100%">
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={550} truncate>
                {account.name}
                <VisuallyHidden>: account and colours</VisuallyHidden>
              </Text>
              <Text size="xs" c="dimmed">
                {isLocal ? `${account.role} · at this computer` : account.role}
              </Text>
            </Stack>
            <ChevronsUpDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {hasAccountScreen && (
          <Menu.Item
            leftSection={<CircleUser size={16} aria-hidden />}
            onClick={() => {
              navigate(ACCOUNT_ADDRESS);
              onNavigate();
            }}
          >
            Manage account
          </Menu.Item>
        )}
        <Menu.Label>Colours</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(asScheme(value))}>
          {COLOUR_SCHEMES.map(({ scheme, label }) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {!isLocal && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<LogOut size={16} aria-hidden />}
              onClick={() => void signOut().catch(announceFailure)}
            >
              Sign out
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function asScheme(value: string) {
  return COLOUR_SCHEMES.find(({ scheme }) => scheme === value)?.scheme ?? 'auto';
}
