import { Route, Switch } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { Overview } from './overview.tsx';
import { OwnDomain } from './own-domain.tsx';
import { StableAddress } from './stable/stable-address.tsx';
import { Trial } from './trial.tsx';

/** How others reach the workspace: as it stands, and how it is set up. */
export function Address() {
  const access = useOperation('public_access.read', {});
  return (
    <Page
      title="Public address"
      description="How your phone, other people and assistants on the internet reach this workspace."
      width={760}
    >
      <Loaded query={access}>
        {(found) => (
          <Switch>
            <Route path="/stable">
              <StableAddress access={found} />
            </Route>
            <Route path="/trial">
              <Trial access={found} />
            </Route>
            <Route path="/domain">
              <OwnDomain access={found} />
            </Route>
            <Route>
              <Overview access={found} />
            </Route>
          </Switch>
        )}
      </Loaded>
    </Page>
  );
}
