import type { DocumentHead } from '../domain/document.ts';
import type { DamageReport, FiledName } from '../ports.ts';
import { verifyAttachments } from './attachment-recovery.ts';
import type { Contents } from './contents.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { isPassing, type FileSystem } from './file-system.ts';
import { FILED_NAMES, RESIDENT_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { recordIds } from './record-folders.ts';
import { keyOf } from './records.ts';
import { readSnapshot, snapshotsOf } from './snapshot.ts';
import type { Unfiled } from './unfiled.ts';
import { trusted } from './trusted.ts';

export interface VerifyContext {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  unfiled: Unfiled;
  contents: Contents;
  damage: DamageLog;
  /** Whether damaged files may be moved. */
  writable: boolean;
  verifyAudit: () => Promise<{ broken: { seq: number; problem: string }[] }>;
}

/** Reads every file: its checksum, its head, gaps between versions, files that belong to nothing. */
export async function verifyFolder(
  context: VerifyContext,
  signal: AbortSignal | undefined,
): Promise<{ checked: number; damage: DamageReport[] }> {
  const { memory, contents, damage } = context;
  const known = damage.reports.length;
  let checked = 0;
  for (const name of FILED_NAMES) {
    for (const id of Array.from(memory.map(name).keys())) {
      signal?.throwIfAborted();
      await contents.check(name, id);
      checked += 1;
    }
    await findOrphans(context, name);
  }
  for (const head of trusted<DocumentHead[]>([...memory.map('documents').values()])) {
    signal?.throwIfAborted();
    checked += await verifyVersions(context, head);
  }
  checked += await verifyAttachments(context, signal);
  checked += await verifyCollections(context);
  await verifySnapshot(context);
  await reportAudit(context);
  return { checked: checked + 1, damage: damage.reports.slice(known) };
}

async function findOrphans(context: VerifyContext, name: FiledName): Promise<void> {
  const { layout, damage } = context;
  const found = new Set(await orphansIn(context, name));
  if (found.size === 0) return;
  // What was deleted for ever meanwhile has its file removed soon after.
  for (const id of await orphansIn(context, name)) {
    if (!found.has(id)) continue;
    damage.report(`${layout.folders[name]}/${id}.json`, {
      problem: 'no record belongs to this file',
      action: 'it was left where it is and is not used',
      lost: false,
    });
  }
}

async function orphansIn(context: VerifyContext, name: FiledName): Promise<string[]> {
  const { memory, unfiled } = context;
  const ids = await recordIds(context, name);
  return ids.filter((id) => !memory.map(name).has(id) && !unfiled.records.has(keyOf(name, id)));
}

/** Versions count from 1 to the document's own number without gaps. */
async function verifyVersions(
  { layout, memory, contents, damage }: VerifyContext,
  head: DocumentHead,
): Promise<number> {
  for (let number = 1; number <= head.version; number += 1) {
    const version = await contents.version(head.id, number).catch(() => null);
    if (version !== undefined || memory.map('documents').get(head.id) !== head) continue;
    damage.report(layout.version(head.id, number), {
      problem: 'the file is missing',
      action: 'this version could not be recovered',
      lost: true,
    });
  }
  return head.version;
}

async function verifyCollections({
  layout,
  memory,
  unfiled,
  damage,
  writable,
}: VerifyContext): Promise<number> {
  for (const name of RESIDENT_NAMES) {
    try {
      await memory.databases[name].adapter.read();
    } catch (error) {
      const path = layout.collection(name);
      const isLeft = isPassing(error);
      if (writable && !isLeft) await damage.setAside(path);
      if (!isLeft) unfiled.residents.add(name);
      damage.report(path, {
        problem: describeProblem(error),
        action: isLeft
          ? 'it was left as it is; look at the disk, then check again'
          : 'is written anew from memory',
        lost: false,
      });
    }
  }
  return RESIDENT_NAMES.length;
}

async function verifySnapshot({ fileSystem, layout, damage }: VerifyContext): Promise<void> {
  const [newest] = await snapshotsOf(fileSystem, layout);
  const path = layout.snapshot(newest ?? 0);
  try {
    await readSnapshot(fileSystem, path);
  } catch (error) {
    const [now] = await snapshotsOf(fileSystem, layout);
    // A checkpoint has put another in its place meanwhile.
    if (now !== newest) return;
    damage.report(path, {
      problem: describeProblem(error),
      action: 'the next checkpoint writes a new one',
      lost: false,
    });
  }
}

async function reportAudit({ layout, damage, verifyAudit }: VerifyContext): Promise<void> {
  const { broken } = await verifyAudit();
  const first = broken[0];
  if (!first) return;
  damage.report(layout.folders.audit, {
    problem: `${broken.length} audit entries do not fit the chain, the first is number ${first.seq}: ${first.problem}`,
    action: 'the entries were left as they are',
    lost: true,
  });
}
