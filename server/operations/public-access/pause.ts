import { z } from 'zod';
import { conflict, type AppError } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { stagePause } from '../settings/stage.ts';
import { requireAdmin } from '../perform.ts';

const output = z.object({ is_paused: z.boolean() });

/** Holds public access back until it is resumed, over restarts too. Whoever works at this computer goes on. */
export const pausePublicAccess = defineOperation({
  name: 'public_access.pause',
  summary: 'Pause public access',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output,
  run(context) {
    requireAdmin(context, 'pause public access');
    if (isOff(context)) throw nothingTo('paused');
    stagePause(context, true);
    context.record({ type: 'settings', id: 'workspace' });
    return { is_paused: true };
  },
});

/** Lets others in again. */
export const resumePublicAccess = defineOperation({
  name: 'public_access.resume',
  summary: 'Resume public access',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output,
  run(context) {
    requireAdmin(context, 'resume public access');
    // Begun at an address that the command line gave, a pause can be ended without it, too.
    const isPaused = context.tx.settings.get('workspace')?.public_access_paused === true;
    if (isOff(context) && !isPaused) throw nothingTo('resumed');
    stagePause(context, false);
    context.record({ type: 'settings', id: 'workspace' });
    return { is_paused: false };
  },
});

const isOff = ({ services }: OperationContext) => services.publicAccess.mode === 'off';

function nothingTo(done: 'paused' | 'resumed'): AppError {
  return conflict(`There is no public access that could be ${done}.`, {
    hint: 'Only this computer reaches the workspace.',
  });
}
