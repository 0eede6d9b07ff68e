import { z } from 'zod';
import { conflict } from '../../errors.ts';
import { defineOperation } from '../define.ts';
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
    if (context.services.publicAccess.mode === 'off') {
      throw conflict('There is no public access that could be paused.', {
        hint: 'Only this computer reaches the workspace.',
      });
    }
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
    stagePause(context, false);
    context.record({ type: 'settings', id: 'workspace' });
    return { is_paused: false };
  },
});
