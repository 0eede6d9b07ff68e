import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ChainedAuditEntry } from '../domain/audit-entry.ts';
import { NOTHING_FILED, type AuditFiled } from './audit-log.ts';
import type { ChainEnd } from './audit-chain.ts';
import { endOfLines, linesBackward } from './audit-reading.ts';
import { decodeChecksummed, encodeChecksummed } from './checksummed-json.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { replaceFileDurably } from './durable-file.ts';
import { namesIfPresent, type FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { checked } from './record-file.ts';

const keySchema = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) });

/** Writes a fresh key of the audit chain, twice: without it no entry could ever be verified again. */
export async function createAuditKey(fileSystem: FileSystem, layout: Layout): Promise<void> {
  const bytes = encodeChecksummed({ key: randomBytes(32).toString('hex') });
  for (const path of [layout.auditKey, layout.auditKeyCopy])
    await replaceFileDurably(fileSystem, path, bytes);
}

/** What one of the key's two files holds: the key in hexadecimal digits, or why it cannot be used. */
type FoundAuditKey = { path: string; key: string } | { path: string; key: undefined; problem: string };

/** Reads both files of the audit chain's key. */
export async function readAuditKeys(fileSystem: FileSystem, layout: Layout): Promise<FoundAuditKey[]> {
  const read = async (path: string): Promise<FoundAuditKey> => {
    try {
      return { path, ...checked(keySchema, decodeChecksummed(await fileSystem.readFile(path))) };
    } catch (error) {
      return { path, key: undefined, problem: describeProblem(error) };
    }
  };
  return Promise.all([layout.auditKey, layout.auditKeyCopy].map(read));
}

/** The key of the audit chain; undefined when both files are damaged. `repair` writes a damaged one anew. */
export function auditKeyOf(
  found: readonly FoundAuditKey[],
  damage: DamageLog,
  fileSystem: FileSystem,
): { key: Buffer | undefined; repair: () => Promise<void> } {
  const key = found.find((file) => file.key !== undefined)?.key;
  const damaged = found.filter((file) => file.key === undefined);
  for (const { path, problem } of damaged) {
    const action = key === undefined ? 'the audit log cannot be continued' : 'written anew from its copy';
    damage.report(path, { problem, action, lost: key === undefined });
  }
  return {
    key: key === undefined ? undefined : Buffer.from(key, 'hex'),
    async repair() {
      for (const { path } of damaged) {
        await damage.setAside(path);
        await replaceFileDurably(fileSystem, path, encodeChecksummed({ key }));
      }
    },
  };
}

export interface RecoveredAudit {
  filed: AuditFiled;
  tail: ChainedAuditEntry[];
  /** Makes place for what is written from now on. */
  repair: () => Promise<void>;
}

export interface AuditRecovery {
  fileSystem: FileSystem;
  layout: Layout;
  damage: DamageLog;
  /** What `filed.json` and the snapshot say of the files, newest first. */
  candidates: readonly AuditFiled[];
  /** Entries that the journal holds. */
  journalled: readonly ChainedAuditEntry[];
  /** What the files themselves say, where it may be more than all the others know. */
  asTheyAre: AuditFiled | undefined;
}

/** Finds from where on the journal has to complete the audit files. No entry that stands in a file is given up. */
export async function recoverAudit(recovery: AuditRecovery): Promise<RecoveredAudit> {
  const { journalled, asTheyAre } = recovery;
  const found = await fromCandidates(recovery);
  const end = found.tail.at(-1)?.seq ?? found.filed.seq;
  if (!asTheyAre || asTheyAre.seq <= end) return found;
  return { ...found, filed: asTheyAre, tail: entriesBehind(asTheyAre, journalled) };
}

const entriesBehind = (filed: AuditFiled, journalled: readonly ChainedAuditEntry[]) =>
  journalled.filter((entry) => entry.seq > filed.seq);

/**
 * The newest record of the files' lengths counts; when a file is shorter than that, an older one may still fit, and the
 * journal holds the rest. Where none does, the log is what is left of it, and goes on from there if the owner accepts that.
 */
async function fromCandidates(recovery: AuditRecovery): Promise<RecoveredAudit> {
  const { fileSystem, layout, damage, candidates, journalled } = recovery;
  const damaged = new Map<string, ShortFile>();
  const tailOf = (filed: AuditFiled) => entriesBehind(filed, journalled);
  const continues = (filed: AuditFiled) => (tailOf(filed)[0]?.seq ?? filed.seq + 1) === filed.seq + 1;
  const repair = async () => {
    for (const { path, isFile } of damaged.values())
      await (isFile ? damage.keepCopy(path) : damage.setAside(path));
  };
  const report = (outcome: { action: string; lost: boolean }) => {
    for (const { path, problem } of damaged.values()) damage.report(path, { problem, ...outcome });
  };

  for (const filed of candidates) {
    const short = await shortFiles(fileSystem, layout, filed);
    if (short.length === 0 && continues(filed)) {
      report({ action: 'completed from the journal', lost: false });
      return { filed, tail: tailOf(filed), repair };
    }
    for (const file of short) if (!damaged.has(file.path)) damaged.set(file.path, file);
  }
  const loss = { action: 'the missing audit entries could not be recovered', lost: true };
  report(loss);
  if (damaged.size === 0 && candidates.length > 0) {
    const problem = 'entries are missing between the files and the journal';
    damage.report(layout.folders.audit, { problem, ...loss });
  }
  const best = candidates.findLast(continues) ?? candidates[0] ?? NOTHING_FILED;
  return { filed: await leftOf(fileSystem, layout, best), tail: tailOf(best), repair };
}

interface ShortFile {
  path: string;
  problem: string;
  isFile: boolean;
}

async function shortFiles(fileSystem: FileSystem, layout: Layout, filed: AuditFiled): Promise<ShortFile[]> {
  const short: ShortFile[] = [];
  for (const [name, bytes] of Object.entries(filed.files)) {
    const path = layout.auditFile(name);
    const found = await fileSystem.stat(path);
    const isFile = found?.kind === 'file';
    if (!isFile)
      short.push({ path, isFile, problem: found ? 'there is a folder in its place' : 'the file is missing' });
    else if (found.size < bytes)
      short.push({ path, isFile, problem: `the file was cut from ${bytes} to ${found.size} bytes` });
  }
  return short;
}

/**
 * The state that the audit files themselves are in: their whole lines, and the last entry that can be read. Undefined
 * when there is none.
 */
export async function auditFilesAsTheyAre(
  fileSystem: FileSystem,
  layout: Layout,
): Promise<AuditFiled | undefined> {
  const names = (await namesIfPresent(fileSystem, layout.folders.audit)).filter((name) => MONTH.test(name));
  const lengths = Object.fromEntries(names.toSorted().map((name) => [name, Infinity]));
  const { files } = await leftOf(fileSystem, layout, { ...NOTHING_FILED, files: lengths });
  for (const [name, length] of Object.entries(files).toReversed()) {
    for await (const line of linesBackward(fileSystem, layout.auditFile(name), length)) {
      const end = endIn(line);
      if (end) return { ...end, files };
    }
  }
  return undefined;
}

const MONTH = /^\d{4}-\d{2}\.jsonl$/;
const chainEndSchema = z.object({ seq: z.int().min(1), mac: z.string() });

function endIn(line: string): ChainEnd | undefined {
  try {
    return chainEndSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The lengths as they are: what is written from now on stands behind the last whole line. */
async function leftOf(fileSystem: FileSystem, layout: Layout, filed: AuditFiled): Promise<AuditFiled> {
  const files: AuditFiled['files'] = {};
  for (const [name, bytes] of Object.entries(filed.files)) {
    const path = layout.auditFile(name);
    if ((await fileSystem.stat(path))?.kind !== 'file') continue;
    const file = await fileSystem.open(path, 'read');
    try {
      files[name] = await endOfLines(file, bytes);
    } finally {
      await file.close();
    }
  }
  return { ...filed, files };
}
