import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { Page } from '../../components/page.tsx';
import { Spaces } from '../spaces/spaces.tsx';
import { People } from './people.tsx';

const TABS = [
  { path: '/', title: 'People' },
  { path: '/spaces', title: 'Spaces' },
] as const;

/** Who uses the workspace, and where they may read and write. */
export function PeopleAndSpaces() {
  const [location, navigate] = useLocation();
  const chosen = location.startsWith('/spaces') ? '/spaces' : '/';
  return (
    <Page title="Spaces and people">
      <Tabs value={chosen} onChange={(path) => navigate(path ?? '/')} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map(({ path, title }) => (
            <Tabs.Tab key={path} value={path}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="/">
          <People />
        </Tabs.Panel>
        <Tabs.Panel value="/spaces">
          <Spaces />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
