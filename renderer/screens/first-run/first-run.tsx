import { Button } from '@mantine/core';
import { PartyPopper } from 'lucide-react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { StepFrame } from './step-frame.tsx';
import { STEP_PAGES } from './step-pages.tsx';
import { nextStep, type FirstRun as FirstRunState } from './steps.ts';

/** Leads the owner through what a new workspace needs. It goes on where it was left, on any day, in any window. */
export function FirstRun() {
  const firstRun = useOperation('first_run.read', {});
  return <Loaded query={firstRun}>{(found) => <Steps firstRun={found} />}</Loaded>;
}

function Steps({ firstRun }: { firstRun: FirstRunState }) {
  const next = nextStep(firstRun);
  return (
    <Switch>
      {firstRun.steps.map(({ step }) => {
        const Step = STEP_PAGES[step];
        return (
          <Route key={step} path={`/${step}`} nest>
            <StepFrame firstRun={firstRun} step={step}>
              <Step />
            </StepFrame>
          </Route>
        );
      })}
      <Route path="/done">
        <AllDone />
      </Route>
      <Route>
        <Redirect to={next === undefined ? '/done' : `/${next}`} replace />
      </Route>
    </Switch>
  );
}

function AllDone() {
  return (
    <Page title="You are all set">
      <EmptyState
        icon={PartyPopper}
        title="Your workspace is ready"
        actions={
          <Button component={Link} href="~/">
            Go to Home
          </Button>
        }
      >
        What you skipped waits on Home and under Settings.
      </EmptyState>
    </Page>
  );
}
