import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { requireDesktop } from './require.ts';

/** Ends the desktop app in order and starts it again, e.g. for settings that count from the next start. */
export const restartDesktop = defineOperation({
  name: 'desktop.restart',
  summary: 'Start the desktop app again',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ is_restarting: z.literal(true) }),
  run(context) {
    requireAdmin(context, 'start the desktop app again');
    requireDesktop(context.services).restart();
    // What cannot be written is no reason to stay: starting again may be what mends it.
    if (context.services.store.readOnlyReason === null)
      context.record({ type: 'settings', id: 'desktop' }, { isEvent: true });
    return { is_restarting: true as const };
  },
});
