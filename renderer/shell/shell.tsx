import './shell.css';
import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { useClient } from '../client/client.tsx';
import { useLiveChanges } from '../client/live.ts';
import { useOperation } from '../client/operations.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Finder } from '../finding/finder.tsx';
import { RecentPageNote } from '../finding/recent-page-note.tsx';
import type { Reader } from '../routing/screen.ts';
import { ChangeNotice } from './change-notice.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { useForeignChanges } from './foreign-changes.ts';
import { MainArea } from './main-area.tsx';
import { Navigation } from './navigation.tsx';
import { Pages } from './pages.tsx';
import { PhoneHeader } from './phone-header.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { ReaderProvider } from './reader.tsx';
import { SkipLink } from './skip-link.tsx';

/** Mantine's breakpoint `sm`: below it the navigation covers the page. */
const PHONE = '(max-width: 47.99em)';

const Welcome = lazy(async () => ({ default: (await import('../screens/first-run/welcome.tsx')).Welcome }));

/** Shows the app, or how to begin where there is no workspace yet. */
export function Shell() {
  const client = useClient();
  const session = useQuery({ queryKey: ['session'], queryFn: () => client.session(), staleTime: Infinity });
  return (
    <Loaded query={session}>
      {({ is_local: isLocal, needs_setup: needsSetup }) =>
        needsSetup ? (
          <Suspense fallback={<Loading />}>
            <Welcome />
          </Suspense>
        ) : (
          <Workspace isLocal={isLocal} />
        )
      }
    </Loaded>
  );
}

/** Loads who looks, and listens for changes from the first question on, so that hardly one is asked twice. */
function Workspace({ isLocal }: { isLocal: boolean }) {
  const account = useOperation('account.read', {});
  const changes = useForeignChanges(account.data?.name);
  const isLive = useLiveChanges(changes.note);
  return (
    <Loaded query={account}>
      {(found) => (
        <Frame reader={{ account: found, is_local: isLocal }}>
          <ChangeNotice changes={changes} />
          <ConnectionNotice isLive={isLive} refusal={account.error} />
        </Frame>
      )}
    </Loaded>
  );
}

/** @param children what is to be said about what is on screen */
function Frame({ reader, children }: { reader: Reader; children: ReactNode }) {
  const [isOpen, navigation] = useDisclosure();
  const [isFinding, finder] = useDisclosure();
  const isPhone = useMediaQuery(PHONE) ?? false;
  const main = useRef<HTMLElement>(null);
  useHotkeys([['mod+K', finder.open]], [], true);
  useHotkeys([['Escape', navigation.close]]);
  return (
    <ReaderProvider reader={reader}>
      {/* oxlint-disable-next-line react/hooks -- the router takes the hook that reads the address as a value */}
      <Router hook={useHashLocation}>
        <SkipLink to={main} />
        <AppShell
          padding={0}
          header={{ height: { base: 52, sm: 0 } }}
          navbar={{ width: 264, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        >
          <PhoneHeader reader={reader} isOpen={isOpen} onToggle={navigation.toggle} onFind={finder.open} />
          <Navigation reader={reader} isOpen={isOpen} onNavigate={navigation.close} onFind={finder.open} />
          <MainArea area={main} isCovered={isPhone && isOpen}>
            <ReadOnlyNotice reader={reader} />
            <Pages />
          </MainArea>
        </AppShell>
        <output className="app-notices">{children}</output>
        <Finder isOpen={isFinding} onClose={finder.close} />
        <RecentPageNote />
      </Router>
    </ReaderProvider>
  );
}
