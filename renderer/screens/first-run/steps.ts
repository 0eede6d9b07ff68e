import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type FirstRun = OutputOf<'first_run.read'>;
export type StepName = FirstRun['steps'][number]['step'];

/** What a step is called where steps are listed, and what it asks as a page. */
export const STEP_WORDS: Readonly<Record<StepName, { short: string; title: string }>> = {
  backup: { short: 'Folder and backup', title: 'Where your pages live' },
  sample: { short: 'Sample pages', title: 'Look around in sample pages' },
  address: { short: 'Who can reach it', title: 'Where do you want to reach it from?' },
  check: { short: 'Self-test', title: 'Does everything work?' },
  assistant: { short: 'Assistant', title: 'Connect your assistant' },
  phone: { short: 'First prompt and phone', title: 'Try it out' },
  desktop: { short: 'On this computer', title: 'Always there' },
};

/** Where the person goes on: the first step after `after` that is still open, or the first open one at all. */
export function nextStep({ steps }: Pick<FirstRun, 'steps'>, after?: StepName): StepName | undefined {
  const place = steps.findIndex(({ step }) => step === after);
  const open = (rows: FirstRun['steps']) => rows.find(({ state }) => state === 'open')?.step;
  return open(steps.slice(place + 1)) ?? open(steps);
}
