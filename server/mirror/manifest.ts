import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SetAside } from '../mirror-ports.ts';
import { finishInSlices, pause, type SlicedWork } from '../sliced-work.ts';
import { systemErrorCode } from '../system-error.ts';

/** The list of what the mirror wrote, in its folder. */
export const MANIFEST_NAME = '.commonplace-mirror.json';
/** What is written until it is whole, a file of the mirror or its list. One at a time, so one name is enough. */
export const UNFINISHED_NAME = '.commonplace-mirror.part';

/** Below the folder, and no way out of it on any system: files are removed by these. */
const SAFE_PATH = /^(?!\.)[^/\\:\0]+(?:\/(?!\.)[^/\\:\0]+)*$/;
const pathSchema = z.string().regex(SAFE_PATH);

const writtenFileSchema = z.object({
  /** Of the document, or of the attachment. */
  id: z.string(),
  /** What it was made from: `basisOf`. Empty until it was written. */
  from: z.string(),
  /** SHA-256 of what was written, hex; empty when nothing was. */
  hash: z.string(),
  /** As the disk said right after that: while it says the same, the content is taken to be the same. */
  size: z.number(),
  modified: z.number(),
  /** Ids of the documents and attachments that the text links to. */
  links: z.array(z.string()).optional(),
  /** SHA-256 of what is just being written: when the program ends meanwhile, that is the mirror's own content too. */
  next: z.string().optional(),
  /** Why it is not written, or not as it should be. */
  problem: z.string().optional(),
});
export type WrittenFile = z.infer<typeof writtenFileSchema>;

const headSchema = z.object({
  about: z.string(),
  workspace: z.string(),
  data_folder: z.string(),
  written_at: z.string().nullable(),
  set_aside: z.array(z.object({ path: pathSchema, was: pathSchema, at: z.string() })),
  /** Looked at one by one. */
  files: z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
});

export interface Manifest {
  /** Id of the workspace, and the folder that it lives in: a copy of it elsewhere keeps a mirror of its own. */
  workspace: string;
  dataFolder: string;
  writtenAt: string | null;
  setAside: SetAside[];
  /** By path, with `/`. */
  files: Map<string, WrittenFile>;
}

/** The list is there and cannot be used. */
export class DamagedManifest extends Error {}

export function emptyManifest(of: Pick<Manifest, 'workspace' | 'dataFolder'>): Manifest {
  return { ...of, writtenAt: null, setAside: [], files: new Map() };
}

/**
 * Undefined when there is none, or no folder.
 *
 * @throws {DamagedManifest}
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST_NAME), 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return finishInSlices(parseManifest(text));
}

const ABOUT =
  'Commonplace keeps this folder up to date: what you change here is set aside, not taken over. This list says which files it wrote.';
const SLICE_FILES = 500;

function* parseManifest(text: string): SlicedWork<Manifest> {
  const head = headSchema.safeParse(jsonOf(text));
  if (!head.success) throw new DamagedManifest();
  const { workspace, data_folder: dataFolder, written_at: writtenAt, set_aside: setAside } = head.data;
  const files = new Map<string, WrittenFile>();
  let read = 0;
  yield;
  for (const [path, value] of Object.entries(head.data.files)) {
    const file = writtenFileSchema.safeParse(value);
    if (!SAFE_PATH.test(path) || !file.success) throw new DamagedManifest();
    files.set(path, file.data);
    read += 1;
    if (read % SLICE_FILES === 0) yield;
  }
  return { workspace, dataFolder, writtenAt, setAside, files };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedManifest();
  }
}

/** The text of the list in pieces: one line a file, so that a version control shows what changed. */
function* formatManifest(manifest: Manifest): Generator<string, void, void> {
  const { workspace, dataFolder, writtenAt, setAside, files } = manifest;
  const head = {
    about: ABOUT,
    workspace,
    data_folder: dataFolder,
    written_at: writtenAt,
    set_aside: setAside,
  };
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "files": {`;
  let lines: string[] = [];
  let comma = '';
  for (const [path, file] of files) {
    lines.push(`${comma}\n${JSON.stringify(path)}: ${JSON.stringify(file)}`);
    comma = ',';
    if (lines.length < SLICE_FILES) continue;
    yield lines.join('');
    lines = [];
  }
  yield `${lines.join('')}\n }\n}\n`;
}

/** What tells whether the list on the disk is still the one that was written last. */
export type ManifestStamp = string;

/** Puts the list into its place, whole and durable. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<ManifestStamp> {
  const temporary = join(folder, UNFINISHED_NAME);
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    for (const piece of formatManifest(manifest)) {
      await file.writeFile(piece);
      await pause();
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, MANIFEST_NAME));
  return manifestStamp(folder);
}

/** Of the list that is there now; rejects with ENOENT when there is none. */
export async function manifestStamp(folder: string): Promise<ManifestStamp> {
  const { size, mtimeMs, ino } = await stat(join(folder, MANIFEST_NAME));
  return `${size} ${mtimeMs} ${ino}`;
}

/** A name for a list that cannot be used, so that it is kept. */
export function damagedName(): string {
  return `.commonplace-mirror-${randomBytes(4).toString('hex')}.damaged.json`;
}
