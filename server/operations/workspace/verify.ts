import { z } from 'zod';
import type { DamageReport } from '../../ports.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

export const damageSchema = z.object({
  file: z.string().describe('Path inside the data folder'),
  problem: z.string(),
  action: z.string().describe('What was done about it'),
  lost: z.boolean().describe('Whether something acknowledged could not be recovered'),
});

/** Reads every file of the workspace against its checksum, and walks the audit log's chain. */
export const verifyWorkspace = defineOperation({
  name: 'workspace.verify',
  summary: 'Verify the workspace’s files and audit log',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    files: z.object({ checked: z.int(), damage: z.array(damageSchema) }),
    read_only: z.boolean().describe('Whether a loss keeps the workspace from being written'),
    audit: z.object({ entries: z.int(), broken: z.array(z.object({ seq: z.int(), problem: z.string() })) }),
  }),
  async run(context) {
    requireAdmin(context, 'verify the workspace');
    const { store } = context.services;
    const { checked, damage } = await store.verifyFiles(context.signal);
    // What was found at start is still news to whoever asks now.
    const isKnown = (found: DamageReport) =>
      store.damage.some(({ file, problem }) => file === found.file && problem === found.problem);
    const all = [...store.damage, ...damage.filter((found) => !isKnown(found))];
    return {
      files: { checked, damage: all },
      read_only: store.readOnlyReason !== null,
      audit: await store.verifyAudit(),
    };
  },
});
