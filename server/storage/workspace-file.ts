import { z } from 'zod';
import { decodeChecksummed, encodeChecksummed } from './checksummed-json.ts';
import { replaceFileDurably } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import { checked } from './record-file.ts';

/** What a workspace is, whatever it holds. A copy stands in every snapshot. */
export interface Workspace {
  schema_version: number;
  instance_id: string;
  created_at: string;
}

/** `workspace.json`: a workspace, and the step that was under way when the program last stopped, if any. */
export interface WorkspaceFile extends Workspace {
  step: WorkspaceStep | null;
}

export type WorkspaceStep = { kind: 'creating' } | { kind: 'migrating'; from: number; backup: string };

/** Name of the copy that is made before a migration: no other name ever reaches the disk (security Z1). */
const MIGRATION_BACKUP = /^before-schema-\d+-[\dTZ-]+$/;

const workspaceFileSchema = z.object({
  schema_version: z.int().min(1),
  instance_id: z.string().min(1),
  created_at: z.string(),
  step: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('creating') }),
      z.object({ kind: z.literal('migrating'), from: z.int(), backup: z.string().regex(MIGRATION_BACKUP) }),
    ])
    .nullable(),
});

/** @throws {DamagedFile} or a system error when the file cannot be used. */
export async function readWorkspaceFile(fileSystem: FileSystem, layout: Layout): Promise<WorkspaceFile> {
  return checked(workspaceFileSchema, decodeChecksummed(await fileSystem.readFile(layout.workspace)));
}

export async function writeWorkspaceFile(
  fileSystem: FileSystem,
  layout: Layout,
  workspace: Workspace,
  step: WorkspaceStep | null = null,
): Promise<void> {
  await replaceFileDurably(fileSystem, layout.workspace, encodeWorkspaceFile(workspace, step));
}

export function encodeWorkspaceFile(workspace: Workspace, step: WorkspaceStep | null = null): Buffer {
  const { schema_version, instance_id, created_at } = workspace;
  const file: WorkspaceFile = { schema_version, instance_id, created_at, step };
  return encodeChecksummed(file);
}
