import { z } from 'zod';
import { firstRunStepSchema, stepsOf, stepStateSchema } from '../../domain/first-run.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { requireAdmin } from '../perform.ts';

export const firstRunSchema = z.object({
  is_open: z.boolean().describe('Whether the person is still led through it'),
  is_over: z.boolean().describe('Whether the person has had enough of being led'),
  steps: z.array(z.object({ step: firstRunStepSchema, state: stepStateSchema })),
});

/** How far the owner of a new workspace has been led (decisions §3, "First run"). */
export const readFirstRun = defineOperation({
  name: 'first_run.read',
  summary: 'Read how far the first run went',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: firstRunSchema,
  run(context) {
    requireAdmin(context, 'be led through the first run');
    return presentFirstRun(context);
  },
});

/** As it stands in this transaction. A workspace that was made without one has nothing to go on with. */
export function presentFirstRun({ tx, services }: OperationContext): z.input<typeof firstRunSchema> {
  const firstRun = tx.settings.get('workspace')?.first_run;
  if (!firstRun) return { is_open: false, is_over: false, steps: [] };
  const steps = stepsOf(firstRun, services.desktop !== null);
  const isOpen = !firstRun.is_over && steps.some(({ state }) => state === 'open');
  return { is_open: isOpen, is_over: firstRun.is_over, steps };
}
