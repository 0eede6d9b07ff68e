import { Stack } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { RoutedTabs, type RoutedTab } from '../../components/routed-tabs.tsx';
import { Credentials } from './credentials.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';

const TABS: readonly RoutedTab[] = [
  {
    path: '/',
    title: 'Profile and security',
    content: (
      <Stack gap="xl">
        <ProfileForm />
        <PasswordForm />
        <Sessions />
      </Stack>
    ),
  },
  { path: '/tokens', title: 'API tokens', content: <Credentials /> },
];

/** What a person manages of their own: who they are here, where they are signed in, and what acts in their name. */
export function Account() {
  return (
    <Page title="Manage account" width={760}>
      <RoutedTabs tabs={TABS} />
    </Page>
  );
}
