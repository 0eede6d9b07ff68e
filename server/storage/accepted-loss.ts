import { relative, sep } from 'node:path';
import type { AuditEntry } from '../domain/audit-entry.ts';
import type { DamageReport } from '../ports.ts';
import { decodeChecksummed, encodeChecksummed } from './checksummed-json.ts';
import { replaceFileDurably } from './durable-file.ts';
import { unlessMissing, type FileSystem } from './file-system.ts';
import { FILED_NAMES, type Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import type { Recovered } from './recovery.ts';
import { trusted } from './trusted.ts';

type Loss = Pick<DamageReport, 'file' | 'problem'>;
interface Folder {
  fileSystem: FileSystem;
  layout: Layout;
}

/** What the owner goes on without, as noted in the folder by a program that may only read it. */
export interface AcceptedLoss {
  losses: Loss[];
  /** Who accepted it, for the audit log; null once it is in there. */
  entry: AuditEntry | null;
}

/** Never written anew. */
const LASTING = /^versions\//;
const MENDED = /^(?:documents|change-requests|versions)\//;

/** The note of what was accepted; undefined where there is none, or it is damaged: then nothing was accepted. */
export async function readAcceptedLoss({ fileSystem, layout }: Folder): Promise<AcceptedLoss | undefined> {
  try {
    return trusted<AcceptedLoss>(decodeChecksummed(await fileSystem.readFile(layout.acceptedLoss)));
  } catch {
    return undefined;
  }
}

/** Notes durably that the next start goes on without everything that is reported lost. */
export async function noteAcceptedLoss(
  { fileSystem, layout }: Folder,
  damage: readonly DamageReport[],
  entry: AuditEntry,
): Promise<void> {
  const before = (await readAcceptedLoss({ fileSystem, layout }))?.losses ?? [];
  const losses = [...before, ...damage.filter(({ lost }) => lost).map(asLoss)];
  await replaceFileDurably(fileSystem, layout.acceptedLoss, encodeChecksummed({ losses, entry }));
}

/**
 * Keeps of a note that has been followed what stays lost: old versions, which nothing writes anew. Everything else
 * is whole from now on, and would be a new loss.
 */
export async function settleAcceptedLoss(
  { fileSystem, layout }: Folder,
  { losses }: AcceptedLoss,
): Promise<void> {
  const lasting = losses.filter(({ file }) => LASTING.test(file));
  if (lasting.length === 0) {
    await unlessMissing(fileSystem.unlink(layout.acceptedLoss));
    await fileSystem.syncFolder(layout.root);
    return;
  }
  const settled = encodeChecksummed({ losses: lasting, entry: null });
  await replaceFileDurably(fileSystem, layout.acceptedLoss, settled);
}

/** Whether everything that is lost was accepted: what was lost since then is for its owner to see first. */
export function isAccepted({ losses }: AcceptedLoss, damage: readonly DamageReport[]): boolean {
  const known = new Set(losses.map(keyOfLoss));
  return damage.every((report) => !report.lost || known.has(keyOfLoss(report)));
}

/** Losses that may be met again although they were accepted, by `keyOfLoss`. */
export function lastingLosses(accepted: AcceptedLoss | undefined): ReadonlySet<string> {
  return new Set(accepted?.losses.filter(({ file }) => LASTING.test(file)).map(keyOfLoss));
}

/** Records whose file is among what was accepted. */
export function recordsAmong({ losses }: AcceptedLoss, memory: Memory, layout: Layout): Recovered['missing'] {
  const files = new Set(losses.map(({ file }) => file));
  return FILED_NAMES.flatMap((collection) =>
    [...memory.map(collection).keys()]
      .filter((id) => files.has(relative(layout.root, layout.record(collection, id)).split(sep).join('/')))
      .map((id) => ({ collection, id })),
  );
}

/** Whether going on without it mends anything: a text becomes empty, an old version is named no more. */
export function canBeAccepted({ file, lost }: DamageReport): boolean {
  return lost && MENDED.test(file);
}

/** What a loss is known by: a file that is damaged in another way is another loss. */
export function keyOfLoss({ file, problem }: Loss): string {
  return `${file}\n${problem}`;
}

function asLoss({ file, problem }: Loss): Loss {
  return { file, problem };
}
