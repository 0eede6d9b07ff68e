import { basename, dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FileSystem, FolderEntry, OpenFile, OpenMode } from '../../server/storage/file-system.ts';

/** A disk in memory that writes down all that is done to it, and can say what a power cut would leave of it. */
export interface CrashDisk {
  fileSystem: FileSystem;
  /** Number of operations so far: a point in time. */
  readonly now: number;
  /** The disk after a power cut at a point in time. What was not made durable is left to chance. */
  imageAt(point: number, loss: Loss, random: () => number): CrashDisk;
  /** A disk with the same files, all durable. */
  copy(): CrashDisk;
}

/** What becomes of what was never flushed: all of it lost, all of it kept, or anything in between. */
export type Loss = 'lost' | 'kept' | 'cut' | 'sectors';

const SECTOR = 512;

interface FileNode {
  kind: 'file';
  bytes: Buffer;
}
interface FolderNode {
  kind: 'folder';
  entries: Map<string, Node>;
}
type Node = FileNode | FolderNode;

type Operation =
  | { type: 'write'; file: FileNode; position: number; bytes: Buffer }
  | { type: 'truncate'; file: FileNode; length: number }
  | { type: 'sync'; file: FileNode }
  | { type: 'name'; folder: FolderNode; remove?: string; add?: { name: string; node: Node } }
  | { type: 'syncFolder'; folder: FolderNode };

export function createCrashDisk(root: FolderNode = { kind: 'folder', entries: new Map() }): CrashDisk {
  const start = cloneNode(root, new Map());
  const twins = new Map<Node, Node>();
  const working = cloneNode(root, twins);
  const operations: Operation[] = [];
  if (working.kind !== 'folder' || start.kind !== 'folder') throw new Error('A disk starts with a folder.');
  const top = working;
  return {
    fileSystem: fileSystemOn(top, (operation) => void operations.push(operation)),
    get now() {
      return operations.length;
    },
    imageAt: (point, loss, random) => rebuild(root, twins, operations.slice(0, point), loss, random),
    copy: () => createCrashDisk(top),
  };
}

function cloneNode(node: Node, twins: Map<Node, Node>): Node {
  const known = twins.get(node);
  if (known) return known;
  const clone: Node =
    node.kind === 'file'
      ? { kind: 'file', bytes: Buffer.from(node.bytes) }
      : { kind: 'folder', entries: new Map() };
  twins.set(node, clone);
  if (node.kind === 'folder' && clone.kind === 'folder') {
    for (const [name, child] of node.entries) clone.entries.set(name, cloneNode(child, twins));
  }
  return clone;
}

/** Replays what is durable, and of the rest what the kind of loss leaves. */
function rebuild(
  root: FolderNode,
  workingOf: Map<Node, Node>,
  operations: readonly Operation[],
  loss: Loss,
  random: () => number,
): CrashDisk {
  const images = new Map<Node, Node>();
  for (const [original, working] of workingOf) images.set(working, cloneNode(original, new Map()));
  // Folders of the start have to hold the images of their files, not clones of their own.
  for (const [original, working] of workingOf) {
    const image = images.get(working);
    if (original.kind !== 'folder' || image?.kind !== 'folder') continue;
    image.entries.clear();
    for (const [name, child] of original.entries) {
      const twin = workingOf.get(child);
      const childImage = twin && images.get(twin);
      if (childImage) image.entries.set(name, childImage);
    }
  }
  const survives = survival(operations, loss, random);
  for (const [index, operation] of operations.entries()) {
    if (survives(index))
      replay(
        operation,
        images,
        loss === 'cut' || loss === 'sectors' ? survives.damage(index) : undefined,
        random,
      );
  }
  const top = workingOf.get(root);
  const image = top && imageOf(top, images);
  if (image?.kind !== 'folder') throw new Error('The image has no root.');
  return createCrashDisk(image);
}

interface Survival {
  (index: number): boolean;
  /** How a surviving write that was not flushed is hurt. */
  damage(index: number): 'cut' | 'sectors' | undefined;
}

function survival(operations: readonly Operation[], loss: Loss, random: () => number): Survival {
  const durable = new Set<number>();
  const synced = new Set<Node>();
  for (let index = operations.length - 1; index >= 0; index -= 1) {
    const operation = operations[index];
    if (!operation) continue;
    if (operation.type === 'sync') synced.add(operation.file);
    else if (operation.type === 'syncFolder') synced.add(operation.folder);
    else if (synced.has(operation.type === 'name' ? operation.folder : operation.file)) durable.add(index);
  }
  const stopped = new Set<Node>();
  const chosen = new Map<number, boolean>();
  const hurt = new Map<number, 'cut' | 'sectors'>();
  for (const [index, operation] of operations.entries()) {
    if (operation.type === 'sync' || operation.type === 'syncFolder' || durable.has(index)) continue;
    if (operation.type === 'name') {
      chosen.set(index, loss === 'kept' || (loss !== 'lost' && random() < 0.5));
      continue;
    }
    let keep = loss === 'kept' || (loss !== 'lost' && !stopped.has(operation.file));
    if (keep && loss === 'cut' && random() < 0.5) {
      stopped.add(operation.file);
      hurt.set(index, 'cut');
    }
    if (loss === 'sectors') {
      keep = true;
      hurt.set(index, 'sectors');
    }
    chosen.set(index, keep);
  }
  const survives = (index: number) => durable.has(index) || (chosen.get(index) ?? false);
  return Object.assign(survives, { damage: (index: number) => hurt.get(index) });
}

function replay(
  operation: Operation,
  images: Map<Node, Node>,
  damage: 'cut' | 'sectors' | undefined,
  random: () => number,
): void {
  if (operation.type === 'name') {
    const folder = imageOf(operation.folder, images);
    if (folder.kind !== 'folder') return;
    if (operation.remove !== undefined) folder.entries.delete(operation.remove);
    if (operation.add) folder.entries.set(operation.add.name, imageOf(operation.add.node, images));
    return;
  }
  if (operation.type !== 'write' && operation.type !== 'truncate') return;
  const file = imageOf(operation.file, images);
  if (file.kind !== 'file') return;
  if (operation.type === 'truncate') file.bytes = resized(file.bytes, operation.length);
  else
    writeInto(file, operation.position, hurtBytes(operation, damage, random), operation.bytes.length, damage);
}

/** The bytes of a write as sectors of the disk: cut at a sector, or with some that never arrived. */
function hurtBytes(
  { bytes, position }: { bytes: Buffer; position: number },
  damage: 'cut' | 'sectors' | undefined,
  random: () => number,
): Buffer {
  if (damage === 'cut') {
    const sectors = Math.floor((position + random() * bytes.length) / SECTOR);
    return bytes.subarray(0, Math.max(0, Math.min(bytes.length, sectors * SECTOR - position)));
  }
  if (damage !== 'sectors') return bytes;
  const hurt = Buffer.from(bytes);
  const firstSector = position - (position % SECTOR);
  for (let start = firstSector; start < position + bytes.length; start += SECTOR) {
    if (random() < 0.5)
      hurt.fill(0, Math.max(0, start - position), Math.min(bytes.length, start - position + SECTOR));
  }
  return hurt;
}

function writeInto(
  file: FileNode,
  position: number,
  bytes: Buffer,
  whole: number,
  damage: string | undefined,
): void {
  const end = position + (damage === 'sectors' ? whole : bytes.length);
  if (end > file.bytes.length) file.bytes = resized(file.bytes, end);
  else file.bytes = Buffer.from(file.bytes);
  bytes.copy(file.bytes, position);
}

function resized(bytes: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length);
  bytes.copy(result, 0, 0, Math.min(bytes.length, length));
  return result;
}

function imageOf(node: Node, images: Map<Node, Node>): Node {
  const known = images.get(node);
  if (known) return known;
  const image: Node =
    node.kind === 'file' ? { kind: 'file', bytes: Buffer.alloc(0) } : { kind: 'folder', entries: new Map() };
  images.set(node, image);
  return image;
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

const parts = (path: string) => path.split('/').filter((part) => part !== '');

function fileSystemOn(root: FolderNode, record: (operation: Operation) => void): FileSystem {
  function find(path: string): Node | undefined {
    let node: Node | undefined = root;
    for (const part of parts(path)) {
      if (node?.kind !== 'folder') return undefined;
      node = node.entries.get(part);
    }
    return node;
  }
  function folderAt(path: string): FolderNode {
    const node = find(path);
    if (!node) throw systemError('ENOENT', path);
    if (node.kind !== 'folder') throw systemError('ENOTDIR', path);
    return node;
  }
  function fileAt(path: string): FileNode {
    const node = find(path);
    if (!node) throw systemError('ENOENT', path);
    if (node.kind !== 'file') throw systemError('EISDIR', path);
    return node;
  }
  const name = (folder: FolderNode, change: { remove?: string; add?: { name: string; node: Node } }) => {
    if (change.remove !== undefined) folder.entries.delete(change.remove);
    if (change.add) folder.entries.set(change.add.name, change.add.node);
    record({ type: 'name', folder, ...change });
  };

  return {
    async open(path: string, mode: OpenMode) {
      if (mode !== 'create') return openNode(fileAt(path), record);
      const folder = folderAt(dirname(path));
      if (folder.entries.has(basename(path))) throw systemError('EEXIST', path);
      const file: FileNode = { kind: 'file', bytes: Buffer.alloc(0) };
      name(folder, { add: { name: basename(path), node: file } });
      return openNode(file, record);
    },
    readFile: async (path) => Buffer.from(fileAt(path).bytes),
    async rename(from, to) {
      const folder = folderAt(dirname(from));
      const node = folder.entries.get(basename(from));
      if (!node) throw systemError('ENOENT', from);
      if (dirname(from) !== dirname(to)) throw new Error('This disk renames within a folder only.');
      name(folder, { remove: basename(from), add: { name: basename(to), node } });
    },
    async unlink(path) {
      fileAt(path);
      name(folderAt(dirname(path)), { remove: basename(path) });
    },
    async removeFolder(path) {
      if (folderAt(path).entries.size > 0) throw systemError('ENOTEMPTY', path);
      name(folderAt(dirname(path)), { remove: basename(path) });
    },
    async makeFolder(path) {
      let folder = root;
      for (const part of parts(path)) {
        const next: Node = folder.entries.get(part) ?? { kind: 'folder', entries: new Map() };
        if (next.kind !== 'folder') throw systemError('EEXIST', path);
        if (!folder.entries.has(part)) name(folder, { add: { name: part, node: next } });
        folder = next;
      }
    },
    list: async (path): Promise<FolderEntry[]> =>
      [...folderAt(path).entries].map(([entry, node]) => ({ name: entry, kind: node.kind })),
    names: async (path) => [...folderAt(path).entries.keys()],
    async stat(path) {
      const node = find(path);
      if (!node) return undefined;
      const size = node.kind === 'file' ? node.bytes.length : 0;
      // No time, but as good: it differs where the names do.
      const names = node.kind === 'folder' ? [...node.entries.keys()].toSorted().join('/') : '';
      return { kind: node.kind, size, changed: crc32(names) };
    },
    async syncFolder(path) {
      record({ type: 'syncFolder', folder: folderAt(path) });
    },
    lock: async () => ({ write: async () => undefined, release: async () => undefined }),
  };
}

function openNode(file: FileNode, record: (operation: Operation) => void): OpenFile {
  return {
    async read(buffer, position) {
      return file.bytes.copy(buffer, 0, position, position + buffer.length);
    },
    async write(bytes, position) {
      const copy = Buffer.from(bytes);
      writeInto(file, position, copy, copy.length, undefined);
      record({ type: 'write', file, position, bytes: copy });
      return copy.length;
    },
    async truncate(length) {
      file.bytes = resized(file.bytes, length);
      record({ type: 'truncate', file, length });
    },
    async datasync() {
      record({ type: 'sync', file });
    },
    async sync() {
      record({ type: 'sync', file });
    },
    size: async () => file.bytes.length,
    close: async () => undefined,
  };
}
