import { expect, it } from 'vitest';
import { buildWorkspace } from '../../test/builders/workspace.ts';
import { importDocuments } from '../operations/documents/import.ts';
import { newId } from '../domain/identifier.ts';
import { readForExport } from './export-markdown.ts';

it('lets others have their turn while it reads what there is, all of which is in memory', async () => {
  const workspace = buildWorkspace();
  for (let batch = 0; batch < 5; batch += 1) {
    const documents = Array.from({ length: 100 }, (_, page) => ({
      id: newId('document'),
      title: `Page ${batch}-${page}`,
      content: 'Text.',
    }));
    await workspace.as('admin', importDocuments, { space: 'handbook', documents });
  }
  let turns = 0;
  let next = setImmediate(turn);
  function turn(): void {
    turns += 1;
    next = setImmediate(turn);
  }
  expect(
    await readForExport((operation, input) => workspace.as('admin', operation, input), undefined),
  ).toHaveLength(500);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(4);
});
