import { Route, Switch } from 'wouter';
import { useReader } from '../../shell/reader.tsx';
import { DeckPage } from './deck-page.tsx';
import { TakeDeck } from './take-deck.tsx';
import { TrainingHome } from './training-home.tsx';
import { TrainingOff } from './training-off.tsx';

/** Trainings: what the reader is to take, and for training managers how everybody does. */
export function Training() {
  if (!useReader().account.workspace.training) return <TrainingOff />;
  return (
    <Switch>
      <Route path="/deck/:id">{({ id }) => <DeckPage key={id} id={id} />}</Route>
      <Route path="/take/:id">{({ id }) => <TakeDeck key={id} id={id} />}</Route>
      <Route>
        <TrainingHome />
      </Route>
    </Switch>
  );
}
