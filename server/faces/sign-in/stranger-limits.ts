import type { Clock } from '../../clock.ts';
import type { StrangerLimits } from '../../identity/sign-in.ts';
import { tooManyTries } from '../../identity/sign-in-throttle.ts';
import type { HttpLimits } from '../http/limits.ts';
import { addressKey } from '../http/request-context.ts';
import { createSlidingWindow, type WindowState } from '../http/sliding-window.ts';

const TEN_MINUTES_MS = 10 * 60_000;

/** How often strangers may try to sign in, by where they come from and all together (security P3, R3). */
export function createStrangerLimits(
  clock: Pick<Clock, 'monotonic'>,
  { signInsPerMinute, signInsPerTenMinutes, signInsPerMinuteOfAll }: HttpLimits,
): StrangerLimits {
  const inMinute = createSlidingWindow({ limit: signInsPerMinute, clock });
  const inTenMinutes = createSlidingWindow({ limit: signInsPerTenMinutes, clock, windowMs: TEN_MINUTES_MS });
  const ofAll = createSlidingWindow({ limit: signInsPerMinuteOfAll, clock });
  return {
    take(ip) {
      const key = addressKey(ip);
      // One after the other: what the first refuses must not count in the next.
      const taken = [need(inMinute.take(key)), need(inTenMinutes.take(key)), need(ofAll.take('all'))];
      return { withdrawn: () => taken.forEach(({ withdraw }) => withdraw()) };
    },
  };
}

function need(state: WindowState): WindowState {
  if (!state.isAllowed) throw tooManyTries(state.retryAfterSeconds * 1000);
  return state;
}
