import { Route, Switch } from 'wouter';
import { ReviewQueue } from './review-queue.tsx';
import { ReviewRequest } from './review-request.tsx';

/** Changes that wait for a decision, and each of them in full. */
export function Review() {
  return (
    <Switch>
      <Route path="/:id">{({ id }) => <ReviewRequest key={id} id={id} />}</Route>
      <Route>
        <ReviewQueue />
      </Route>
    </Switch>
  );
}
