import { expect, it } from 'vitest';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import { checkDocumentText } from './check.ts';

it('a text that is not saved yet is checked as one that is: each warning names its line', async () => {
  const workspace = buildWorkspace();
  const content = 'Fine.\n\n:::notablock\nx\n:::\n\n[Gone](/documents/doc_000000000000)\n';
  const { warnings } = await workspace.as('editor', checkDocumentText, { content });
  expect(warnings).toMatchObject([
    { code: 'unknown_block', line: 3 },
    { code: 'broken_link', line: 7 },
  ]);
  expect([...workspace.store.tables.documents.all()]).toEqual([]);
});
