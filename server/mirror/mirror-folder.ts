import { mkdir, readdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { systemErrorCode } from '../system-error.ts';
import {
  DamagedManifest,
  damagedName,
  emptyManifest,
  MANIFEST_NAME,
  readManifest,
  writeManifest,
  type Manifest,
} from './manifest.ts';
import { MirrorProblem } from './mirror-problem.ts';

/** Whose mirror it is. */
export interface MirrorOwner {
  /** Id of the workspace. */
  workspace: string;
  dataFolder: string;
}

/**
 * The list of the mirror's folder, for work on it.
 *
 * @throws {MirrorProblem} when the folder is not there, or is no mirror of this workspace
 */
export async function openMirror(folder: string, owner: MirrorOwner): Promise<Manifest> {
  const manifest = await listIn(folder);
  if (manifest === 'damaged') {
    throw new MirrorProblem(
      `The list of the mirror, ${join(folder, MANIFEST_NAME)}, is damaged.`,
      'Use “Write again now”: it makes a new one, and sets aside what it does not know.',
    );
  }
  if (!manifest) {
    throw new MirrorProblem(
      `The mirror is not at ${folder}.`,
      'Connect the disk that it is on. If you have deleted it, use “Write again now” or choose another folder.',
    );
  }
  if (manifest.workspace !== owner.workspace) throw ofAnother(folder);
  const dataFolder = await realpath(owner.dataFolder);
  if (manifest.dataFolder !== dataFolder) {
    throw new MirrorProblem(
      `${folder} is kept by the copy of this workspace in ${manifest.dataFolder}.`,
      'Use “Write again now” if this one shall go on with it, or choose another folder.',
    );
  }
  return manifest;
}

/**
 * Makes a folder the mirror of a workspace, as its owner has asked for.
 *
 * @throws {MirrorProblem} when it holds anything else, or lies in or around the data folder
 */
export async function prepareMirror(folder: string, owner: MirrorOwner): Promise<void> {
  const dataFolder = await realpath(owner.dataFolder);
  refuseOverlap(join(await realFolderAbove(folder), basename(folder)), dataFolder);
  await makeFolder(folder);
  refuseOverlap(await realpath(folder), dataFolder);
  const manifest = await listIn(folder);
  if (manifest === 'damaged') await rename(join(folder, MANIFEST_NAME), join(folder, damagedName()));
  else if (manifest) {
    if (manifest.workspace !== owner.workspace) throw ofAnother(folder);
    if (manifest.dataFolder !== dataFolder) await writeManifest(folder, { ...manifest, dataFolder });
    return;
  } else await requireEmpty(folder);
  await writeManifest(folder, emptyManifest({ workspace: owner.workspace, dataFolder }));
}

async function listIn(folder: string): Promise<Manifest | 'damaged' | undefined> {
  try {
    return await readManifest(folder);
  } catch (error) {
    if (error instanceof DamagedManifest) return 'damaged';
    throw error;
  }
}

/** It is never made: a disk that is not connected would get a double on the one below it. */
async function realFolderAbove(folder: string): Promise<string> {
  try {
    return await realpath(dirname(folder));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new MirrorProblem(
      `There is no folder ${dirname(folder)} to make it in.`,
      'Connect the disk, or make that folder first.',
    );
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await mkdir(folder, { mode: 0o700 });
    return;
  }
  throw new MirrorProblem(`${folder} is a file.`, 'Choose a folder.');
}

function refuseOverlap(folder: string, dataFolder: string): void {
  if (!isWithin(folder, dataFolder) && !isWithin(dataFolder, folder)) return;
  throw new MirrorProblem(
    `${folder} and the data folder lie in each other.`,
    'Choose a folder outside of the data folder.',
  );
}

/** Whether a path is a folder or something in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, resolve(path));
  return way === '' || (way.split(/[/\\]/, 1)[0] !== '..' && !isAbsolute(way));
}

/** What systems and version controls put into folders of people, beside hidden files. */
const NOT_CONTENT = new Set(['lost+found', 'System Volume Information', '$RECYCLE.BIN', 'desktop.ini']);

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder);
  const found = names.find((name) => !name.startsWith('.') && !NOT_CONTENT.has(name));
  if (found === undefined) return;
  throw new MirrorProblem(
    `${folder} is not empty, and is no mirror of this workspace.`,
    `Choose an empty folder: there is “${found}” in this one.`,
  );
}

function ofAnother(folder: string): MirrorProblem {
  return new MirrorProblem(`${folder} is the mirror of another workspace.`, 'Choose an empty folder.');
}
