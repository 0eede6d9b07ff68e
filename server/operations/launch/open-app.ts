import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { AppError } from '../../errors.ts';
import { defineOperation } from '../define.ts';

/** A new address that opens the app of the person at the machine, once and within ten minutes (design §3). */
export const openApp = defineOperation({
  name: 'launch.open_app',
  summary: 'Open the app at this machine',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ url: z.string() }),
  run({ services }) {
    const url = services.launchAddress();
    if (url !== null) return { url };
    throw new AppError('conflict', 'No server with the app runs on this folder.', {
      hint: `Start one with: ${COMMAND} serve`,
    });
  },
});
