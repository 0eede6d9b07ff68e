import { join } from 'node:path';
import type { Attachment } from '../../domain/attachment.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { DEFAULT_SETTINGS, type SettingsRecord } from '../../domain/settings.ts';
import type { AuditLog } from '../audit-log.ts';
import type { ChainEnd } from '../audit-chain.ts';
import type { Cut } from '../checkpoint.ts';
import type { FileSystem, OpenFile } from '../file-system.ts';
import { encodeFiled } from '../filed.ts';
import { FILED_NAMES, numberOf, RESIDENT_NAMES, type Layout } from '../layout.ts';
import type { Memory } from '../memory.ts';
import { trusted } from '../trusted.ts';
import { encodeWorkspaceFile, type Workspace } from '../workspace-file.ts';
import type { Writer } from '../writer.ts';
import { isWorkspacePath, KEPT_SECRETS } from './archive-paths.ts';
import { filesBelow, pathIn, sizesOfCopy, type CopySizes } from './copy-sizes.ts';
import type { BackupCounts } from './manifest.ts';

/** A file of the copy: its bytes, or where they are to be read. */
export interface CopiedFile {
  /** Path in the folder, with `/`. */
  path: string;
  content:
    | { bytes: Buffer }
    /** `length`: as many bytes from the start; the whole file when absent. */
    | { open: () => Promise<OpenFile>; length?: number };
  /** What it means that the file is gone: `fine` for one that was deleted since it was listed. */
  ifGone: 'fine' | 'lost';
  /** Packed already. */
  isDense: boolean;
}

/** The moment that a copy is the state of. */
export interface Mark {
  seq: number;
  audit: ChainEnd;
  counts: BackupCounts;
  workspaceName: string;
}

/**
 * A copy of the folder as it was at one moment, while writers go on (security X13). It is what a crash leaves, and a
 * start makes whole: a snapshot, files from then or later, and every journal record from the snapshot to the moment,
 * which brings all of them to the same state. So no writer ever waits for a backup.
 */
export interface FolderCopy {
  readonly workspace: Workspace;
  /** How many files about there are to come. */
  readonly expected: number;
  /** How long the archive becomes at most. */
  sizes(): Promise<CopySizes>;
  /** All files, once. The moment is when the first ones are copied and the last ones are not. */
  files(): AsyncGenerator<CopiedFile>;
  /** Known when the last file was given. */
  mark(): Mark;
  /** Lets the journal go on as usual. */
  release(): Promise<void>;
}

export interface FolderCopyOptions {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  workspace: Workspace;
  audit: AuditLog;
  writer: Writer;
}

export async function beginFolderCopy(options: FolderCopyOptions): Promise<FolderCopy> {
  const { fileSystem, layout, memory, workspace, writer } = options;
  const start = await writer.checkpoints.checkpointThen(async (cut) => {
    const letGo = writer.journal.retain(cut.place.seq + 1);
    try {
      // Open, because the next checkpoint removes its name.
      const snapshot = await fileSystem.open(layout.snapshot(cut.place.seq), 'read');
      return { cut, snapshot, letGo };
    } catch (error) {
      letGo();
      throw error;
    }
  });
  let mark: Mark | undefined;

  async function* files(): AsyncGenerator<CopiedFile> {
    yield* earlyFiles(options, start);
    const end = await writer.queue.between(async () => markNow(options));
    mark = end.mark;
    yield* journalFiles(options, start.cut, end);
    yield* attachmentFiles(options, end.attachments);
  }

  return {
    workspace,
    expected: expectedFiles(memory),
    sizes: () => sizesOfCopy(options),
    files,
    mark() {
      if (!mark) throw new Error('The copy has not come to its moment.');
      return mark;
    },
    async release() {
      start.letGo();
      await start.snapshot.close();
    },
  };
}

function expectedFiles(memory: Memory): number {
  let count = RESIDENT_NAMES.length + memory.map('change_requests').size + memory.map('attachments').size;
  for (const head of trusted<Iterable<DocumentHead>>(memory.map('documents').values()))
    count += 1 + head.version;
  return count;
}

/** What may be copied at any time: later changes to it stand in the journal. */
async function* earlyFiles(
  { fileSystem, layout, workspace }: FolderCopyOptions,
  { cut, snapshot }: { cut: Cut; snapshot: OpenFile },
): AsyncGenerator<CopiedFile> {
  const pathOf = (path: string) => pathIn(layout, path);
  const kept = (path: string, more: Partial<CopiedFile> = {}): CopiedFile => ({
    path: pathOf(path),
    content: { open: () => fileSystem.open(path, 'read') },
    ifGone: 'fine',
    isDense: false,
    ...more,
  });
  const made = (path: string, bytes: Buffer): CopiedFile => kept(path, { content: { bytes } });

  yield made(layout.workspace, encodeWorkspaceFile(workspace));
  yield kept(layout.snapshot(cut.place.seq), { content: { open: async () => unclosed(snapshot) } });
  yield made(layout.filed, encodeFiled({ seq: cut.place.seq, closed: false, audit: cut.audit }));
  for (const name of KEPT_SECRETS) yield kept(join(layout.folders.secrets, name));
  for (const [name, length] of Object.entries(cut.audit.files)) {
    const path = layout.auditFile(name);
    yield kept(path, { content: { open: () => fileSystem.open(path, 'read'), length }, ifGone: 'lost' });
  }
  for (const name of RESIDENT_NAMES) yield kept(layout.collection(name), { ifGone: 'lost' });
  for (const name of [...FILED_NAMES, 'versions'] as const) {
    for await (const path of filesBelow(fileSystem, layout.folders[name])) {
      if (isWorkspacePath(pathOf(path))) yield kept(path);
    }
  }
}

interface End {
  mark: Mark;
  segment: number;
  length: number;
  attachments: Attachment[];
}

/** Runs between two groups of commits: what was acknowledged is in, what was not is not. */
function markNow({ memory, audit, writer }: FolderCopyOptions): End {
  const { seq, segment, length } = writer.journal.position;
  const attachments = trusted<Attachment[]>([...memory.map('attachments').values()]);
  const [settings] = trusted<SettingsRecord[]>([...memory.map('settings').values()]);
  let versions = 0;
  for (const head of trusted<Iterable<DocumentHead>>(memory.map('documents').values()))
    versions += head.version;
  return {
    mark: {
      seq,
      audit: { seq: audit.end.seq, mac: audit.end.mac },
      counts: {
        documents: memory.map('documents').size,
        versions,
        people: memory.map('users').size,
        spaces: memory.map('spaces').size,
        attachments: attachments.length,
        change_requests: memory.map('change_requests').size,
      },
      workspaceName: settings?.values.workspace_name ?? DEFAULT_SETTINGS.workspace_name,
    },
    segment,
    length,
    attachments,
  };
}

/** The records between the snapshot and the moment; older segments are whole, the current one has more by now. */
async function* journalFiles(
  { fileSystem, layout }: FolderCopyOptions,
  { place }: Cut,
  { segment, length }: End,
): AsyncGenerator<CopiedFile> {
  const listed = await fileSystem.list(layout.folders.journal);
  for (const { name } of listed) {
    const first = numberOf(name);
    if (first === undefined || first <= place.seq || first > segment) continue;
    const path = layout.segment(first);
    yield {
      path: pathIn(layout, path),
      content: { open: () => fileSystem.open(path, 'read'), ...(first === segment && { length }) },
      ifGone: 'lost',
      isDense: false,
    };
  }
}

async function* attachmentFiles(
  { fileSystem, layout }: FolderCopyOptions,
  attachments: readonly Attachment[],
): AsyncGenerator<CopiedFile> {
  for (const path of new Set(attachments.map((attachment) => layout.attachment(attachment)))) {
    yield {
      path: pathIn(layout, path),
      content: { open: () => fileSystem.open(path, 'read') },
      ifGone: 'lost',
      isDense: true,
    };
  }
}

/** A file that stays open for whoever opened it. */
function unclosed(file: OpenFile): OpenFile {
  return { ...file, close: async () => undefined };
}
