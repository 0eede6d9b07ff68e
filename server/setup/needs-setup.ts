import { readdir, stat } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { createLogger } from '../log.ts';
import { layoutOf } from '../storage/layout.ts';
import { openStore } from '../storage/store.ts';

/** A file of people with nobody in it is smaller, one with somebody larger. */
const NOBODY_BYTES = 250;

/**
 * Whether a workspace is still to be made in a folder: there is nothing in it, or a set-up was cut off before there was
 * an owner. Nothing is made by asking.
 */
export async function needsSetup(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length === 0 || (await hasNobody(folder));
}

/** Asked of the file first, so that a start of an ordinary workspace opens nothing twice. */
async function hasNobody(folder: string): Promise<boolean> {
  const people = await stat(layoutOf(folder).collection('users')).catch(() => undefined);
  if (people !== undefined && people.size > NOBODY_BYTES) return false;
  try {
    const store = await openStore({ folder, clock: systemClock, log: createLogger('silent') });
    const isEmpty = store.tables.users.size === 0 && store.damage.length === 0;
    await store.close();
    return isEmpty;
  } catch {
    // What is wrong with it the start says, in its own words.
    return false;
  }
}
