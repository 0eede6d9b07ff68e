import './shell.css';
import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { useClient } from '../client/client.tsx';
import { useLiveChanges } from '../client/live.ts';
import { useOperation } from '../client/operations.ts';
import { CallFailed } from '../client/transport.ts';
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
import { ReaderProvider } from './reader.tsx';
import { SkipLink } from './skip-link.tsx';

/** Mantine's breakpoint `sm`: below it the navigation covers the page. */
const PHONE = '(max-width: 47.99em)';

const Welcome = lazy(async () => ({ default: (await import('../screens/first-run/welcome.tsx')).Welcome }));

/** Loads who looks, then shows the app. */
export function Shell() {
  const client = useClient();
  const session = useQuery({ queryKey: ['session'], queryFn: () => client.session(), staleTime: Infinity });
  const account = useOperation('account.read', {}, { enabled: session.data?.needs_setup === false });
  const isSignedOut = account.error instanceof CallFailed && account.error.error.code === 'unauthorized';
  return (
    <Loaded query={session}>
      {({ is_local, needs_setup: needsSetup }) =>
        needsSetup ? (
          <Suspense fallback={<Loading />}>
            <Welcome />
          </Suspense>
        ) : (
          <Loaded query={account}>
            {(found) => <Frame reader={{ account: found, is_local }} isSignedOut={isSignedOut} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

function Frame({ reader, isSignedOut }: { reader: Reader; isSignedOut: boolean }) {
  const [isOpen, navigation] = useDisclosure();
  const [isFinding, finder] = useDisclosure();
  const isPhone = useMediaQuery(PHONE) ?? false;
  const changes = useForeignChanges(reader.account.name);
  const isLive = useLiveChanges(changes.note);
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
          <PhoneHeader
            name={reader.account.workspace.name}
            isOpen={isOpen}
            onToggle={navigation.toggle}
            onFind={finder.open}
          />
          <Navigation reader={reader} isOpen={isOpen} onNavigate={navigation.close} onFind={finder.open} />
          <MainArea area={main} isCovered={isPhone && isOpen}>
            <Pages />
          </MainArea>
        </AppShell>
        <output className="app-notices">
          <ChangeNotice changes={changes} />
          <ConnectionNotice isLive={isLive} isSignedOut={isSignedOut} />
        </output>
        <Finder isOpen={isFinding} onClose={finder.close} />
        <RecentPageNote />
      </Router>
    </ReaderProvider>
  );
}
