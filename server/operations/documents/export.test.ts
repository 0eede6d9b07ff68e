import { expect, it } from 'vitest';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import { newId } from '../../domain/identifier.ts';
import { exportDocuments } from './export.ts';
import { importDocuments } from './import.ts';

it('a page of long texts is exported short, and the pages together are everything once', async () => {
  const workspace = buildWorkspace();
  const documents = Array.from({ length: 5 }, (_, index) => ({
    id: newId('document'),
    title: `Page ${index}`,
    content: String(index).repeat(2_000_000),
  }));
  await workspace.as('admin', importDocuments, { space: 'handbook', documents });
  const pages: string[][] = [];
  for (let offset = 0, total = 1; offset < total;) {
    const page = await workspace.as('admin', exportDocuments, { limit: 100, offset });
    pages.push(page.items.map(({ id }) => id));
    offset += page.items.length;
    ({ total } = page);
  }
  expect(pages.map((ids) => ids.length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(documents.map(({ id }) => id).toSorted());
});
