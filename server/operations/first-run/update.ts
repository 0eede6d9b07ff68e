import { z } from 'zod';
import { firstRunStepSchema, NEW_FIRST_RUN, stepStateSchema, type FirstRun } from '../../domain/first-run.ts';
import { NothingToChange } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { firstRunSchema, presentFirstRun } from './read.ts';

/** Notes that a step of the first run is done or skipped, or that the owner wants to hear no more of it. */
export const updateFirstRun = defineOperation({
  name: 'first_run.update',
  summary: 'Go on with the first run',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    step: firstRunStepSchema.optional(),
    state: stepStateSchema.exclude(['open']).default('done').describe('What became of the step'),
    is_over: z.boolean().optional().describe('true: it is offered no more'),
  }),
  output: firstRunSchema,
  run(context, { step, state, is_over: isOver }) {
    requireAdmin(context, 'be led through the first run');
    if (step === undefined && isOver === undefined) throw new NothingToChange(['step', 'is_over']);
    const record = context.tx.settings.get('workspace');
    const before = record?.first_run ?? NEW_FIRST_RUN;
    const after: FirstRun = {
      settled: step === undefined ? before.settled : { ...before.settled, [step]: state },
      is_over: isOver ?? before.is_over,
    };
    context.tx.settings.put({ values: {}, ...record, id: 'workspace', first_run: after });
    context.record(
      { type: 'settings', id: 'first_run' },
      { details: { ...(step !== undefined && { [step]: state }), ...(isOver && { over: true }) } },
    );
    return presentFirstRun(context);
  },
});
