import type { Mirror } from '../../server/mirror-ports.ts';

/** A mirror without a disk: every folder is fine, and none is ever kept. */
export const noMirror: Mirror = {
  status: {
    state: 'off',
    folder: '',
    done: 0,
    total: 0,
    files: 0,
    written_at: null,
    problem: null,
    set_aside: [],
    left_out: [],
  },
  start: () => undefined,
  prepare: async () => undefined,
  writeAgain: async () => undefined,
  close: async () => undefined,
};
