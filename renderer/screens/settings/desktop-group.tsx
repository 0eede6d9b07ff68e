import { Anchor, Stack, Switch, Text } from '@mantine/core';
import type { InputOf, OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { FieldCard } from './field-card.tsx';

type Desktop = NonNullable<OutputOf<'desktop.read'>['desktop']>;
type Preferences = Desktop['preferences'];

/** How the desktop app behaves on this computer; nothing where the server runs without it. */
export function DesktopGroup() {
  const { data } = useOperation('desktop.read', {});
  if (!data?.desktop) return null;
  return (
    <Section title="Desktop app">
      <FieldCard>
        <Preferences desktop={data.desktop} />
      </FieldCard>
    </Section>
  );
}

function Preferences({ desktop }: { desktop: Desktop }) {
  const update = useAction('desktop.update');
  const preferences = { ...desktop.preferences, ...(update.isPending && update.variables) };
  const change = (changes: InputOf<'desktop.update'>) => update.mutate(changes, { onError: announceFailure });
  const field = (name: keyof Preferences) => ({
    checked: preferences[name] === true,
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      change({ [name]: event.currentTarget.checked }),
  });
  return (
    <Stack gap="lg">
      <Switch
        label="Start at login"
        description={
          desktop.abilities.start_at_login
            ? 'Starts when you sign in to this computer, without a window.'
            : 'This computer, or this build, cannot do that.'
        }
        disabled={!desktop.abilities.start_at_login}
        {...field('start_at_login')}
      />
      <Switch
        label="Keep running when the window is closed"
        description={
          desktop.abilities.tray
            ? 'It stays at the edge of your screen, and your assistants stay connected.'
            : 'This desktop shows no icons of running programs, so closing the window ends it.'
        }
        disabled={!desktop.abilities.tray}
        {...field('close_to_tray')}
      />
      <Switch
        label="Open in browsers on this computer too"
        description="Not only in the window. Nobody else on your network can."
        {...field('local_listener')}
      />
      <Switch
        label="Look for new versions"
        description="Once a day. Nothing is installed by itself."
        {...field('check_for_updates')}
      />
      {desktop.newer_version && (
        <Text size="sm">
          Version {desktop.newer_version.version} is there:{' '}
          <Anchor
            href={desktop.newer_version.url}
            target="_blank"
            rel="noreferrer"
            inherit
            underline="always"
          >
            see what is new
          </Anchor>
        </Text>
      )}
      {desktop.secret_protection === 'file_permissions' && (
        <Text size="sm" c="dimmed">
          This desktop has no keyring: keys of other services lie in files that only you can read.
        </Text>
      )}
    </Stack>
  );
}
