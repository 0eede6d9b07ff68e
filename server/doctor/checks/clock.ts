import { amber, green, red, skipped, type Check } from '../check.ts';

const NOTICEABLE_MS = 60_000;
/** Codes and tokens live for minutes: beyond this sign-in fails. */
const HARMFUL_MS = 300_000;

/** Signatures, codes and certificates are judged by the clock: it is compared with that of whoever answers. */
export const clock: Check = {
  id: 'clock',
  group: 'address',
  title: 'Clock',
  needs: ['identity'],
  async run(walk) {
    const visit = await walk.once('health');
    const told = visit.kind === 'answer' ? Date.parse(visit.headers.date ?? '') : Number.NaN;
    if (Number.isNaN(told)) return skipped('The answer did not say what time it is.');
    if (walk.isLoopback) return skipped('There is no other clock to compare with.');
    const skew = walk.services.clock.now() - told;
    const words = `This computer’s clock is ${inWords(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the one at ${walk.url.host}.`;
    const fix = 'Switch on automatic date and time in the settings of this computer.';
    if (Math.abs(skew) > HARMFUL_MS) return red(words, fix);
    if (Math.abs(skew) > NOTICEABLE_MS) return amber(words, fix);
    return green('The clock is right.');
  },
};

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}
