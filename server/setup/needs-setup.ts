import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { createLogger } from '../log.ts';
import { decodeChecksummed } from '../storage/checksummed-json.ts';
import { isOfSystem, isStagingName } from '../storage/empty-folder.ts';
import { layoutOf } from '../storage/layout.ts';
import { openStore } from '../storage/store.ts';
import { systemErrorCode } from '../system-error.ts';

/** A file of people with nobody in it is smaller, one with somebody larger. */
const NOBODY_BYTES = 250;

/**
 * Whether a workspace is still to be made in a folder: there is nothing in it, or a set-up was cut off before there was
 * an owner. Nothing is made by asking.
 */
export async function needsSetup(folder: string): Promise<boolean> {
  const names = namesIn(folder);
  if (names === undefined) return false;
  return names.every(isNothing) || (await hasNobody(folder));
}

/** What systems put into empty folders, and what a set-up or a restore left that was killed before it made anything. */
function isNothing(name: string): boolean {
  return name === 'lock' || isOfSystem(name) || isStagingName(name);
}

/**
 * Undefined for a folder that cannot be read: what is wrong with it the start says, and no second workspace is offered.
 * Without a pause, as nothing else runs yet: each would cost a start as much as the reading of a file.
 */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? [] : undefined;
  }
}

/** Asked of the file first, so that a start of an ordinary workspace opens nothing twice. */
async function hasNobody(folder: string): Promise<boolean> {
  const path = layoutOf(folder).collection('users');
  const bytes = sizeOf(path);
  if (bytes !== undefined && (bytes > NOBODY_BYTES || !(await isWhole(path)))) return false;
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

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

/** A damaged file is for the start to find: to open the folder here would mend it, and nobody would be told. */
async function isWhole(path: string): Promise<boolean> {
  try {
    decodeChecksummed(await readFile(path));
    return true;
  } catch {
    return false;
  }
}
