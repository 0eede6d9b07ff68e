import type { Logger } from '../../log.ts';
import { callSetup } from '../../setup/dispatch.ts';
import type { Setup } from '../../setup/setup.ts';
import type { DeskFace } from './desk-face.ts';
import { asAnswer } from './dispatch.ts';

/** The window's way in while there is no workspace yet: the set-up, and nothing else. */
export function createSetupDesk(setup: Setup, log: Logger): Pick<DeskFace, 'call'> {
  return {
    call: (name, input) => asAnswer(log, () => callSetup(setup, name, input), { operation: name }),
  };
}
