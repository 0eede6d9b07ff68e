import type { Reader, Screen } from './screen.ts';
import { screens } from './screens.ts';

/** The screens that this reader has, in the order of the navigation. */
export function offeredScreens(reader: Reader): readonly Screen[] {
  return screens.filter((screen) => screen.isFor(reader));
}
