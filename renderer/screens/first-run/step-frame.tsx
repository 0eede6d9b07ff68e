import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { nextStep, STEP_WORDS, type FirstRun, type StepName } from './steps.ts';

/** One step: how far the person is, what it is about, and on, past it, or back. */
export function StepFrame({
  firstRun,
  step,
  children,
}: {
  firstRun: FirstRun;
  step: StepName;
  children: ReactNode;
}) {
  const [, navigate] = useLocation();
  const update = useAction('first_run.update');
  const { steps } = firstRun;
  const place = steps.findIndex((row) => row.step === step);
  const before = steps[place - 1]?.step;
  const settle = (state: 'done' | 'skipped') =>
    update.mutate(
      { step, state },
      {
        onSuccess: (after) => navigate(`~/first-run/${nextStep(after, step) ?? 'done'}`),
        onError: announceFailure,
      },
    );
  return (
    <Page
      title={STEP_WORDS[step].title}
      width={680}
      description={<Place number={place + 2} of={steps.length + 1} />}
    >
      <Stack gap="xl">
        <Progress value={(100 * (place + 1)) / (steps.length + 1)} size="sm" aria-label="How far you are" />
        {children}
        <Group justify="space-between">
          <Group gap="sm">
            <Button onClick={() => settle('done')} loading={update.isPending}>
              Continue
            </Button>
            <Button variant="subtle" onClick={() => settle('skipped')} disabled={update.isPending}>
              Skip
            </Button>
          </Group>
          <Group gap="lg">
            {before !== undefined && (
              <Anchor component={Link} href={`~/first-run/${before}`} size="sm">
                Back
              </Anchor>
            )}
            <Anchor component={Link} href="~/" size="sm">
              Finish later
            </Anchor>
          </Group>
        </Group>
      </Stack>
    </Page>
  );
}

/** The workspace itself was the first step. */
function Place({ number, of }: { number: number; of: number }) {
  return (
    <Text span inherit>
      Step {number} of {of}
    </Text>
  );
}
