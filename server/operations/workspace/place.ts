import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/** Where the workspace lives on this computer and listens, and what only the next start will change. */
export const readPlace = defineOperation({
  name: 'workspace.place',
  summary: 'Read where the workspace lives and listens',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    data_folder: z.string(),
    version: z.string().describe('Of the program'),
    port: z.int().nullable().describe('Where the public listener stands now; null where nobody listens'),
    is_port_given: z.boolean().describe('Named at the start of the program, which wins over the setting'),
    is_port_moved: z
      .boolean()
      .describe('The port of the settings was taken at the start: this is the next free one'),
    is_on_network: z.boolean().describe('Other computers of the local network reach it now'),
    is_host_given: z.boolean().describe('Named at the start of the program, which wins over the setting'),
    needs_restart: z.boolean().describe('The settings of port and network count from the next start'),
  }),
  run(context) {
    requireAdmin(context, 'see where the workspace lives');
    const { services, settings } = context;
    const { dataFolder, given, listening, startedWith } = services.place;
    const isPortChanged = !given.port && settings.port !== startedWith?.port;
    const isHostChanged = !given.host && settings.local_network !== startedWith?.local_network;
    return {
      data_folder: dataFolder,
      version: services.version,
      port: listening?.port ?? null,
      is_port_given: given.port,
      is_port_moved: !given.port && listening !== null && listening.port !== startedWith?.port,
      is_on_network: listening?.isOnNetwork ?? false,
      is_host_given: given.host,
      needs_restart: listening !== null && (isPortChanged || isHostChanged),
    };
  },
});
