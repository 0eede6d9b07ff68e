import { z } from 'zod';
import type { AuditFiled } from './audit-log.ts';
import { decodeChecksummed, encodeChecksummed } from './checksummed-json.ts';
import { replaceFileDurably } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { checked } from './record-file.ts';
import type { WholeFolders } from './record-folders.ts';

/**
 * `journal/filed.json`: everything up to record `seq` stands in its own file. With it, damage in a part of the
 * journal that was filed costs nothing, and a journal that ends before `seq` is known to be cut.
 */
export interface Filed {
  seq: number;
  /** True when the program ended in good order, so that behind `seq` there can be nothing but audit entries of reads. */
  closed: boolean;
  audit: AuditFiled;
  /** With `closed` only. */
  whole?: WholeFolders | undefined;
}

export const auditFiledSchema = z.object({
  seq: z.int().min(0),
  mac: z.string(),
  files: z.record(z.string(), z.int().min(0)),
});

const filedSchema = z.object({
  seq: z.int().min(0),
  closed: z.boolean(),
  audit: auditFiledSchema,
  whole: z.object({ documents: z.number().optional(), change_requests: z.number().optional() }).optional(),
});

/** @throws {DamagedFile} or a system error when the file cannot be used. */
export async function readFiled(fileSystem: FileSystem, layout: Layout): Promise<Filed> {
  return checked(filedSchema, decodeChecksummed(await fileSystem.readFile(layout.filed)));
}

export async function writeFiled(fileSystem: FileSystem, layout: Layout, filed: Filed): Promise<void> {
  await replaceFileDurably(fileSystem, layout.filed, encodeFiled(filed));
}

export function encodeFiled(filed: Filed): Buffer {
  return encodeChecksummed(filed);
}
