import { systemClock } from '../../server/clock.ts';
import { createDoctor } from '../../server/doctor/create-doctor.ts';
import { createLiveTopics } from '../../server/live-topics.ts';
import type { Services } from '../../server/operations/define.ts';

/** The real doctor, of a workspace that no server has open. */
export function createIdleDoctor(): Services['doctor'] {
  return createDoctor({ clock: systemClock, topics: createLiveTopics(), listenerUrl: () => null });
}
