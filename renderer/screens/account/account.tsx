import { Stack, Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { Page } from '../../components/page.tsx';
import { Credentials } from './credentials.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';

const TABS = [
  { path: '/', title: 'Profile and security' },
  { path: '/tokens', title: 'API tokens' },
] as const;

/** What a person manages of their own: who they are here, where they are signed in, and what acts in their name. */
export function Account() {
  const [location, navigate] = useLocation();
  const chosen = location === '/tokens' ? '/tokens' : '/';
  return (
    <Page title="Manage account" width={760}>
      <Tabs value={chosen} onChange={(path) => navigate(path ?? '/')} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map(({ path, title }) => (
            <Tabs.Tab key={path} value={path}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="/">
          <Stack gap="xl">
            <ProfileForm />
            <PasswordForm />
            <Sessions />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="/tokens">
          <Credentials />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
