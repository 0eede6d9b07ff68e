import type { ServerPlace } from '../../server/server-place.ts';

/** A server on this computer only, where its settings put it. */
export const TEST_PLACE: ServerPlace = {
  dataFolder: '/data',
  given: { port: false, host: false },
  listening: { port: 7420, isOnNetwork: false },
  startedWith: { port: 7420, local_network: false },
};
