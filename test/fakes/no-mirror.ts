import { MIRROR_OFF } from '../../server/mirror/create-mirror.ts';
import type { Mirror } from '../../server/mirror-ports.ts';

/** A mirror without a disk: every folder is fine, and none is ever kept. */
export const noMirror: Mirror = {
  status: MIRROR_OFF,
  start: () => undefined,
  prepare: async () => undefined,
  writeAgain: async () => undefined,
  close: async () => undefined,
};
