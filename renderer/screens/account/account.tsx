import { Stack } from '@mantine/core';
import { isAtLeast } from '../../../server/domain/role.ts';
import { Page } from '../../components/page.tsx';
import { RoutedTabs, type RoutedTab } from '../../components/routed-tabs.tsx';
import { useReader } from '../../shell/reader.tsx';
import { Credentials } from './credentials.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';
import { UploadLinks } from './upload-links.tsx';

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

/** For those who may make upload links. */
const UPLOAD_LINKS: RoutedTab = { path: '/upload-links', title: 'Upload links', content: <UploadLinks /> };

/** What a person manages of their own: who they are here, where they are signed in, and what acts in their name. */
export function Account() {
  const { role } = useReader().account;
  return (
    <Page title="Manage account" width={760}>
      <RoutedTabs tabs={isAtLeast(role, 'editor') ? [...TABS, UPLOAD_LINKS] : TABS} />
    </Page>
  );
}
