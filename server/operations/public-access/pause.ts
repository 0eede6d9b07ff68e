import { z } from 'zod';
import { conflict } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { requireAdmin } from '../perform.ts';

const output = z.object({ is_paused: z.boolean() });

/** Holds public access back until it is resumed or the program starts again. Whoever works at this computer goes on. */
export const pausePublicAccess = defineOperation({
  name: 'public_access.pause',
  summary: 'Pause public access',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output,
  async run(context) {
    checkServed(context);
    if (context.services.publicAccess.mode === 'off') {
      throw conflict('There is no public access that could be paused.', {
        hint: 'Only this computer reaches the workspace.',
      });
    }
    await context.services.publicAccess.pause();
    context.record({ type: 'settings', id: 'workspace' }, { isEvent: true });
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
  async run(context) {
    checkServed(context);
    await context.services.publicAccess.resume();
    context.record({ type: 'settings', id: 'workspace' }, { isEvent: true });
    return { is_paused: false };
  },
});

function checkServed(context: OperationContext): void {
  requireAdmin(context, 'pause and resume public access');
  if (context.services.publicAccess.port !== null) return;
  throw conflict('The workspace is not being served at the moment.', {
    hint: 'Start it with: npm start',
  });
}
