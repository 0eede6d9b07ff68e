import { Route, Switch } from 'wouter';
import { SittingList } from './sitting-list.tsx';
import { SittingPage } from './sitting-page.tsx';

/** What apps and tokens did in one go, and the way to take it back. */
export function Activity() {
  return (
    <Switch>
      <Route path="/:id">{({ id }) => <SittingPage key={id} id={id} />}</Route>
      <Route>
        <SittingList />
      </Route>
    </Switch>
  );
}
