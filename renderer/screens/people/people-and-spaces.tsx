import { Page } from '../../components/page.tsx';
import { RoutedTabs, type RoutedTab } from '../../components/routed-tabs.tsx';
import { Spaces } from '../spaces/spaces.tsx';
import { People } from './people.tsx';

const TABS: readonly RoutedTab[] = [
  { path: '/', title: 'People', content: <People /> },
  { path: '/spaces', title: 'Spaces', content: <Spaces /> },
];

/** Who uses the workspace, and where they may read and write. */
export function PeopleAndSpaces() {
  return (
    <Page title="Spaces and people">
      <RoutedTabs tabs={TABS} />
    </Page>
  );
}
