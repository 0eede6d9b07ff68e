import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ChainedAuditEntry } from '../domain/audit-entry.ts';
import { NOTHING_FILED, type AuditFiled } from './audit-log.ts';
import { decodeChecksummed, encodeChecksummed } from './checksummed-json.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { replaceFileDurably } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { checked } from './record-file.ts';

const keySchema = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) });

/** Writes a fresh key of the audit chain, twice: without it no entry could ever be verified again. */
export async function createAuditKey(fileSystem: FileSystem, layout: Layout): Promise<void> {
  const bytes = encodeChecksummed({ key: randomBytes(32).toString('hex') });
  for (const path of [layout.auditKey, layout.auditKeyCopy])
    await replaceFileDurably(fileSystem, path, bytes);
}

/** The key of the audit chain; undefined when both files are damaged. `repair` writes a damaged one anew. */
export async function readAuditKey(
  fileSystem: FileSystem,
  layout: Layout,
  damage: DamageLog,
): Promise<{ key: Buffer | undefined; repair: () => Promise<void> }> {
  const damaged: { path: string; problem: string }[] = [];
  let key: string | undefined;
  for (const path of [layout.auditKey, layout.auditKeyCopy]) {
    try {
      const found = checked(keySchema, decodeChecksummed(await fileSystem.readFile(path))).key;
      key ??= found;
    } catch (error) {
      damaged.push({ path, problem: describeProblem(error) });
    }
  }
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

/**
 * Finds from where on the journal has to complete the audit files. The newest record of their lengths counts;
 * when a file is shorter than that, an older one may still fit, and the journal holds the rest.
 */
export async function recoverAudit(
  fileSystem: FileSystem,
  layout: Layout,
  damage: DamageLog,
  candidates: readonly AuditFiled[],
  journalled: readonly ChainedAuditEntry[],
): Promise<{ filed: AuditFiled; tail: ChainedAuditEntry[] }> {
  let found: { path: string; problem: string } | undefined;
  for (const filed of candidates) {
    const problem = await shortFile(fileSystem, layout, filed);
    const tail = journalled.filter((entry) => entry.seq > filed.seq);
    const continues = (tail[0]?.seq ?? filed.seq + 1) === filed.seq + 1;
    if (!problem && continues) {
      if (found) damage.report(found.path, { ...found, action: 'completed from the journal', lost: false });
      return { filed, tail };
    }
    found ??= problem ?? {
      path: layout.folders.audit,
      problem: 'entries are missing between the files and the journal',
    };
  }
  if (found)
    damage.report(found.path, {
      ...found,
      action: 'the missing audit entries could not be recovered',
      lost: true,
    });
  const filed = candidates[0] ?? NOTHING_FILED;
  return { filed, tail: journalled.filter((entry) => entry.seq > filed.seq) };
}

async function shortFile(
  fileSystem: FileSystem,
  layout: Layout,
  filed: AuditFiled,
): Promise<{ path: string; problem: string } | undefined> {
  for (const [name, bytes] of Object.entries(filed.files)) {
    const path = layout.auditFile(name);
    const found = await fileSystem.stat(path);
    if (found?.kind !== 'file')
      return { path, problem: found ? 'there is a folder in its place' : 'the file is missing' };
    if (found.size < bytes) return { path, problem: `the file was cut from ${bytes} to ${found.size} bytes` };
  }
  return undefined;
}
