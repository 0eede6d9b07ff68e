import { z } from 'zod';

/**
 * What a new workspace is led through once it stands (decisions §3, "First run"), in this order. Each can be skipped;
 * how far it went is kept with the workspace, so that it goes on after a restart and in another window.
 */
export const firstRunStepSchema = z.enum([
  'backup',
  'sample',
  'address',
  'check',
  'assistant',
  'phone',
  'desktop',
]);
export type FirstRunStep = z.infer<typeof firstRunStepSchema>;

export const stepStateSchema = z.enum(['open', 'done', 'skipped']);
export type StepState = z.infer<typeof stepStateSchema>;

/** How far it went. */
export interface FirstRun {
  /** Steps that are behind the person; the others are open. */
  settled: Partial<Record<FirstRunStep, Exclude<StepState, 'open'>>>;
  /** The person has had enough of it: nothing offers it any more. */
  is_over: boolean;
}

export const NEW_FIRST_RUN: FirstRun = { settled: {}, is_over: false };

/** @param hasDesktop whether the desktop app is around; without it there is nothing to start at login */
export function stepsOf(
  { settled }: FirstRun,
  hasDesktop: boolean,
): { step: FirstRunStep; state: StepState }[] {
  return firstRunStepSchema.options
    .filter((step) => step !== 'desktop' || hasDesktop)
    .map((step) => ({ step, state: settled[step] ?? 'open' }));
}
