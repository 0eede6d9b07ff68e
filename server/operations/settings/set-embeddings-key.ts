import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { embeddingsKeySchema, originOf } from '../../domain/embeddings.ts';
import { conflict } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/**
 * Keeps the key of the embeddings provider, for the origin of the provider that is set and no other; null removes it.
 * The key is in no answer, log, export or audit entry (security E9, L2).
 */
export const setEmbeddingsKey = defineOperation({
  name: 'settings.set_embeddings_key',
  summary: 'Set the key of the embeddings provider',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ key: embeddingsKeySchema.nullable() }),
  output: z.object({
    origin: z.string().nullable().describe('Where the key may be sent; null without a key'),
  }),
  async run(context, { key }) {
    requireAdmin(context, 'set the key of the embeddings provider');
    const { embeddings } = context.settings;
    if (key !== null && embeddings === 'off') {
      throw conflict('There is no embeddings provider that the key could be for.', {
        hint: `Set the provider first, under Settings → Search by meaning or with: ${COMMAND} settings set-embeddings`,
      });
    }
    const secret = key === null || embeddings === 'off' ? null : { origin: originOf(embeddings), key };
    await context.services.secrets.write('embeddings', secret);
    const changed = secret ? 'embeddings key set' : 'embeddings key removed';
    context.record({ type: 'settings', id: 'workspace' }, { details: { changed }, isEvent: true });
    return { origin: secret?.origin ?? null };
  },
});
