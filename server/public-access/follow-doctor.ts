import type { Doctor } from '../doctor-ports.ts';
import type { LiveTopics } from '../live-topics.ts';
import type { PublicAccess } from '../tunnel-ports.ts';

interface Followed {
  topics: Pick<LiveTopics, 'onAnnounced'>;
  doctor: Pick<Doctor<never>, 'last'>;
}

/**
 * Looks at an own domain again when the doctor has finished a run: what it found there is soon what every page says of
 * the address. Returns how to stop.
 */
export function followDoctor(
  publicAccess: Pick<PublicAccess, 'lookAgain'>,
  { topics, doctor }: Followed,
): () => void {
  let followed: string | null = null;
  return topics.onAnnounced((topic) => {
    const at = doctor.last?.finished_at ?? null;
    if (topic !== 'diagnostics' || at === followed) return;
    followed = at;
    publicAccess.lookAgain();
  });
}
