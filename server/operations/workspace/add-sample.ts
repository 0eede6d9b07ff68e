import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import { conflict } from '../../errors.ts';
import { finish } from '../../sliced-work.ts';
import { defineOperation } from '../define.ts';
import { stageNewDocument } from '../documents/stage-new.ts';
import { requireAdmin } from '../perform.ts';
import { stageSpace } from '../spaces/create.ts';

const SPACE = {
  slug: 'sample',
  name: 'Sample space',
  description: 'Three pages to look around in.',
  visibility: 'workspace',
} as const;

/** Adds a small space with three published pages that show what a page can do. */
export const addSampleSpace = defineOperation({
  name: 'workspace.add_sample',
  summary: 'Add the sample space',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    space: z.string(),
    documents: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  async run(context) {
    requireAdmin(context, 'add the sample space');
    if (context.services.views.spaceBySlug(SPACE.slug)) {
      throw conflict('The sample space is there already.', { hint: 'Find it among the spaces.' });
    }
    const files = await context.services.samplePages();
    const { planImport } = await import('../../domain/markdown-files/import-plan.ts');
    const { pages } = finish(planImport(files, new Set(), () => newId('document')));
    const space = stageSpace(context, SPACE);
    const documents = pages.map(({ parent, ...page }) =>
      stageNewDocument(context, space, {
        ...page,
        status: page.status ?? 'published',
        parent_id: parent ?? null,
        note: 'Sample',
        via: 'import',
      }),
    );
    context.record({ type: 'space', id: space.id }, { details: { documents: documents.length } });
    return { space: space.slug, documents: documents.map(({ id, title }) => ({ id, title })) };
  },
});
