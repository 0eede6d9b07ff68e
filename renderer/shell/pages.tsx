import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';
import { Loading } from '../feedback/loading.tsx';
import { screens } from '../routing/screens.ts';
import { NoSuchPage } from './no-such-page.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { useReader } from './reader.tsx';

/** The page of the present route. */
export function Pages() {
  const [location] = useLocation();
  const reader = useReader();
  return (
    <ErrorBoundary place={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.path} nest={screen.path !== '/'}>
              {screen.isOpenTo?.(reader) === false ? <OwnersOnly title={screen.title} /> : <screen.page />}
            </Route>
          ))}
          <Route>
            <NoSuchPage />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
