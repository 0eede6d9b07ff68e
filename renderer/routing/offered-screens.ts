import type { Reader, Screen } from './screen.ts';
import { screens } from './screens.ts';

/** The screens that this reader has, in the order of the navigation. */
export function offeredScreens(reader: Reader): readonly Screen[] {
  return screens.filter((screen) => screen.isFor(reader));
}

/** Whether this reader has a screen at an address, so that a link to it leads somewhere. */
export function isOffered(reader: Reader, address: string): boolean {
  return offeredScreens(reader).some(({ path }) => address === path || address.startsWith(`${path}/`));
}
