import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary } from '../feedback/error-boundary.tsx';
import { Loading } from '../feedback/loading.tsx';
import { screens } from '../routing/screens.ts';
import { NoSuchPage } from './no-such-page.tsx';

/** The page of the present route. */
export function Pages() {
  const [location] = useLocation();
  return (
    <ErrorBoundary place={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {screens.map(({ path, page: Page }) => (
            <Route key={path} path={path} nest={path !== '/'}>
              <Page />
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
