import { amber, green, type Check, type Verdict } from '../check.ts';
import { explainAnswer } from '../edge-answers.ts';
import { seconds } from '../failed-connections.ts';

/** Hosted assistants give discovery and sign-in 10 seconds (mcp-oauth §6), for several such answers. */
const SLOW_MS = 2_500;
const TIMES = 3;

export const responseTime: Check = {
  id: 'response_time',
  group: 'address',
  title: 'Response time',
  needs: ['identity'],
  async run(walk) {
    // The fastest of a few: one that is slow by chance, or because something was loaded for it, says nothing.
    let fastest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < TIMES; count += 1) {
      const visit = await walk.visit('/healthz');
      if (visit.kind === 'none') return explainAnswer(walk, visit);
      fastest = Math.min(fastest, visit.tookMs);
    }
    return explainTime(fastest);
  },
};

/** @param ms how long an answer takes at best */
export function explainTime(ms: number): Verdict {
  if (ms <= SLOW_MS) return green(`An answer takes ${seconds(ms)}.`);
  return amber(
    `An answer takes ${seconds(ms)}; assistants give up after 10 seconds.`,
    'Look whether this computer or its connection is busy; a tunnel to a far region is slow too.',
  );
}
