import { z } from 'zod';
import { unifiedDiff } from '../../domain/diff.ts';
import { idSchema } from '../../domain/identifier.ts';
import { pause } from '../../sliced-work.ts';
import { defineOperation } from '../define.ts';
import { loadHistory, loadVersion } from './load.ts';
import { versionNumberSchema } from './read.ts';

/** What changed in the text between two versions, as a unified diff. */
export const compareVersions = defineOperation({
  name: 'versions.compare',
  summary: 'Compare two versions of a document',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    id: idSchema('document'),
    from: versionNumberSchema.optional().describe('Version number; the version before when absent'),
    to: versionNumberSchema,
  }),
  output: z.object({
    from: z.int().nullable().describe('null when there is no version before'),
    to: z.int(),
    diff: z.string().describe('Unified diff, empty when the texts are the same'),
  }),
  async run(context, { id, to, from = to - 1 }) {
    const { document } = loadHistory(context, id);
    const [before, after] = await Promise.all([
      from === 0 ? undefined : loadVersion(context, document.id, from),
      loadVersion(context, document.id, to),
    ]);
    context.record({ type: 'document', id: document.id }, { details: { from, to } });
    const names = { before: before ? `version ${from}` : 'nothing', after: `version ${to}` };
    await pause();
    const diff = unifiedDiff(before?.content ?? '', after.content, names);
    return { from: before ? from : null, to, diff };
  },
});
