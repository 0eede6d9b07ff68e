import type { SetAside } from '../mirror-ports.ts';
import type { Services } from '../operations/define.ts';
import { timestamp } from '../clock.ts';
import { finishInSlices } from '../sliced-work.ts';
import { systemErrorCode } from '../system-error.ts';
import {
  manifestStamp,
  writeManifest,
  type Manifest,
  type ManifestStamp,
  type WrittenFile,
} from './manifest.ts';
import { hashOfMirrored, stampOf, takeAway, type MirrorFiles, type Stamp } from './mirror-files.ts';
import { diskProblem, fileReason, MirrorProblem } from './mirror-problem.ts';
import { basisOf, planMirror, type MirrorPlan, type WantedFile } from './plan-mirror.ts';
import { wantedFiles, type WantedFiles } from './wanted-files.ts';
import { makeReady, pathIn, type ReadyFile } from './write-files.ts';

export interface PassOptions {
  services: Pick<Services, 'store' | 'views' | 'attachmentFiles' | 'clock'>;
  folder: string;
  /** As it is on the disk, where `stamp` says so; both kept up to date by the pass. */
  list: { manifest: Manifest; stamp: ManifestStamp };
  /** Looks at every file, also where nothing has changed in the workspace. */
  isThorough: boolean;
  signal: AbortSignal;
  onProgress: (progress: { done: number; total: number }) => void;
}

export interface PassResult {
  /** Whether something could not be written or removed that another try may. */
  isUnfinished: boolean;
}

interface Pass extends PassOptions, WantedFiles {
  disk: MirrorFiles;
  manifest: Manifest;
  failures: number;
  done: number;
  total: number;
}

/**
 * A step is one entry of the list, so that a kill in its middle leaves no file that the list does not know. Its texts
 * wait in memory, so it is short; but of a long list a step is a twentieth at least, and as long as the list, which is
 * written whole each time.
 */
const STEP_FILES = 500;
const STEP_BYTES = 2_000_000;
const MOST_STEPS = 20;
/** About what the list says of one file. */
const LINE_BYTES = 200;
/** With more than these something is wrong with the folder, not with the files. */
const MOST_FAILURES = 50;

/**
 * Makes the mirror what the workspace is, as far as it is not: writes first, then removes. The list is written before
 * the files of each step and says what they will be, so that whatever ends it, the next pass knows its own files.
 * Rejects with what is wrong with the folder, or when `signal` says so; files that are whole by then stay.
 */
export async function runPass(options: PassOptions): Promise<PassResult> {
  const { services, folder } = options;
  const { manifest } = options.list;
  const wanted = await finishInSlices(wantedFiles(services));
  const disk: MirrorFiles = {
    root: folder,
    day: timestamp(services.clock).slice(0, 10),
    seenFolders: new Set(),
    onSetAside: (moved) => manifest.setAside.unshift({ ...moved, at: timestamp(services.clock) }),
  };
  const pass: Pass = { ...options, ...wanted, disk, manifest, failures: 0, done: 0, total: 0 };
  try {
    await work(pass);
  } catch (error) {
    // So that what was written and set aside is known. Where the folder is gone, the first error is the one to tell.
    await saveList(pass).catch(() => undefined);
    throw error;
  }
  return { isUnfinished: pass.failures > 0 };
}

async function work(pass: Pass): Promise<void> {
  const { manifest, disk, isThorough } = pass;
  manifest.setAside = await stillThere(disk, manifest.setAside);
  await settleInterrupted(disk, manifest);
  const plan = await finishInSlices(planMirror(pass.files, manifest.files, pathIn(pass.paths)));
  if (isThorough) await lookThrough(pass, plan);
  pass.total = plan.write.length + plan.remove.length;
  if (pass.total > 0) pass.onProgress({ done: 0, total: pass.total });
  await writeAll(pass, plan.write);
  await removeAll(pass, plan.remove);
  manifest.writtenAt = timestamp(pass.services.clock);
  if (pass.total > 0 || isThorough) await saveList(pass);
}

/** The list is written only where it still is as it was: another disk may be at this path by now. */
async function saveList({ folder, list }: Pass): Promise<void> {
  if ((await manifestStamp(folder)) !== list.stamp) {
    throw new MirrorProblem(
      'The list of the mirror was changed by something else meanwhile.',
      'It is read anew within a minute.',
    );
  }
  list.stamp = await writeManifest(folder, list.manifest);
}

async function stillThere(disk: MirrorFiles, all: readonly SetAside[]): Promise<SetAside[]> {
  const kept: SetAside[] = [];
  // What cannot be looked at may be there.
  for (const one of all)
    if ((await stampIfReadable(disk, one.path, 'unreadable')) !== undefined) kept.push(one);
  return kept;
}

/** What was just being written when a pass ended is there or not: from here on the list says which. */
async function settleInterrupted(disk: MirrorFiles, { files }: Manifest): Promise<void> {
  for (const [path, { next, ...known }] of files) {
    if (next === undefined) continue;
    const isThere = (await hashIfReadable(disk, path)) === next;
    files.set(path, { ...known, from: '', hash: isThere ? next : known.hash });
  }
}

/** A folder in the mirror that may not be opened keeps nothing else from being written. */
async function stampIfReadable<T = undefined>(
  disk: MirrorFiles,
  path: string,
  unreadable?: T,
): Promise<Stamp | T | undefined> {
  try {
    return await stampOf(disk, path);
  } catch (error) {
    if (systemErrorCode(error) === undefined || diskProblem(error)) throw error;
    return unreadable;
  }
}

/** Undefined for what cannot be read; whoever writes it finds out why. */
async function hashIfReadable(disk: MirrorFiles, path: string): Promise<string | undefined> {
  if ((await stampIfReadable(disk, path)) === undefined) return undefined;
  return hashOfMirrored(disk, path).catch(() => undefined);
}

/** Files that are not as they were written are written again. */
async function lookThrough({ disk, manifest, signal }: Pass, plan: MirrorPlan): Promise<void> {
  const whole: WantedFile[] = [];
  for (const file of plan.keep) {
    signal.throwIfAborted();
    if (await isAsWritten(disk, manifest, file.path)) whole.push(file);
    else plan.write.push(file);
  }
  plan.keep = whole;
}

async function isAsWritten(disk: MirrorFiles, { files }: Manifest, path: string): Promise<boolean> {
  const known = files.get(path);
  const stamp = await stampIfReadable(disk, path);
  if (!known || known.problem !== undefined || !stamp || stamp.size !== known.size) return false;
  if (stamp.modified === known.modified) return true;
  // Only the time is another, e.g. of a folder that was copied or checked out.
  if ((await hashIfReadable(disk, path)) !== known.hash) return false;
  files.set(path, { ...known, ...stamp });
  return true;
}

async function writeAll(pass: Pass, files: readonly WantedFile[]): Promise<void> {
  const mostFiles = Math.max(STEP_FILES, Math.ceil(files.length / MOST_STEPS));
  const mostBytes = Math.max(STEP_BYTES, LINE_BYTES * pass.files.length);
  for (let next = 0; next < files.length;) {
    const step: ReadyFile[] = [];
    let bytes = 0;
    for (; next < files.length && step.length < mostFiles && bytes < mostBytes; next += 1) {
      pass.signal.throwIfAborted();
      const file = files[next];
      const ready = file && (await makeReady(pass.services, file, pass.paths));
      if (file && typeof ready === 'string') leaveOut(pass, file, ready);
      if (typeof ready === 'object') {
        step.push(ready);
        bytes += ready.weight;
      } else advance(pass);
    }
    await writeStep(pass, step);
  }
}

/** What the list says of a file that was never written. */
const blank = (id: string): WrittenFile => ({ id, from: '', hash: '', size: 0, modified: 0 });

/** What lies at its place stays, and it is not tried again before the page changes or all is looked through. */
function leaveOut({ manifest: { files }, paths }: Pass, file: WantedFile, problem: string): void {
  const { next: _, ...known } = files.get(file.path) ?? blank(file.id);
  const from = basisOf(file, known.links ?? [], pathIn(paths));
  files.set(file.path, { ...known, id: file.id, from, problem });
}

async function writeStep(pass: Pass, step: readonly ReadyFile[]): Promise<void> {
  const { files } = pass.manifest;
  for (const { file, entry } of step) {
    files.set(file.path, { ...(files.get(file.path) ?? blank(file.id)), next: entry.hash });
  }
  if (step.length > 0) await saveList(pass);
  for (const ready of step) {
    const { file, entry } = ready;
    pass.signal.throwIfAborted();
    await tried(pass, file.path, async () => {
      const stamp = await ready.put(pass.disk, files.get(file.path));
      if (stamp) files.set(file.path, { ...entry, ...stamp });
      else leaveOut(pass, file, 'its bytes are lost');
    });
    advance(pass);
  }
}

async function removeAll(pass: Pass, paths: readonly string[]): Promise<void> {
  const { files } = pass.manifest;
  const pathOf = pathIn(pass.paths);
  for (const path of paths) {
    pass.signal.throwIfAborted();
    const known = files.get(path);
    await tried(pass, path, async () => {
      if (known) await takeAway(pass.disk, { path, known, now: pathOf(known.id) });
      files.delete(path);
    });
    advance(pass);
  }
}

/** What is wrong with one file does not keep the others from being written. */
async function tried(pass: Pass, path: string, action: () => Promise<void>): Promise<void> {
  const { files } = pass.manifest;
  try {
    await action();
  } catch (error) {
    pass.failures += 1;
    if (systemErrorCode(error) === undefined || diskProblem(error) || pass.failures > MOST_FAILURES)
      throw error;
    // Rejects when the folder itself is gone: then that is what is wrong.
    await saveList(pass);
    const known = files.get(path);
    if (known) files.set(path, { ...known, problem: fileReason(error) });
  }
}

function advance(pass: Pass): void {
  pass.done += 1;
  pass.onProgress({ done: pass.done, total: pass.total });
}
