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

it('named documents are exported, those that are gone left out; without texts only what they are', async () => {
  const workspace = buildWorkspace();
  const documents = ['One', 'Two', 'Three'].map((title) => ({
    id: newId('document'),
    title,
    content: 'Text.',
  }));
  await workspace.as('admin', importDocuments, { space: 'handbook', documents });
  const ids = [documents[0]?.id ?? '', newId('document'), documents[2]?.id ?? ''];
  const named = await workspace.as('admin', exportDocuments, { ids });
  const texts = named.items.map(({ title, content }) => `${title}: ${content}`);
  expect(texts.toSorted()).toEqual(['One: Text.', 'Three: Text.']);
  const heads = await workspace.as('admin', exportDocuments, { texts: false });
  expect(heads.items.map(({ content }) => content)).toEqual(['', '', '']);
});
