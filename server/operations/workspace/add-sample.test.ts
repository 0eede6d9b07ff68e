import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { checkDocumentText } from '../documents/check.ts';
import { addSampleSpace } from './add-sample.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = buildWorkspace();
});

const add = () => workspace.as('admin', addSampleSpace, {});
const textsOf = (documents: readonly { id: string }[]) =>
  Promise.all(documents.map(({ id }) => workspace.store.content('documents', id)));

describe('the sample space', () => {
  it('has “three short pages”, published, and one audit entry', async () => {
    const { space, documents } = await add();
    expect(documents.map(({ title }) => title).toSorted()).toEqual([
      'How a page can look',
      'How changes are reviewed',
      'Welcome',
    ]);
    for (const { id } of documents)
      expect(workspace.store.tables.documents.get(id)).toMatchObject({ status: 'published' });
    const entries = await workspace.store.audit({ limit: 9 });
    expect(entries).toMatchObject([{ action: 'workspace.add_sample', details: { documents: 3 } }]);
    expect(space).toBe('sample');
  });

  it.each([
    ['a callout', '> [!'],
    ['tabs', ':::tab['],
    ['an accordion', ':::details['],
    ['a checklist', '- [ ]'],
    ['a Mermaid diagram', '```mermaid'],
    ['a PlantUML diagram', '```plantuml'],
    ['a decision tree', '```decision'],
    ['a video', '::video['],
    ['a website', '::embed['],
    ['a table', '| Part'],
  ])('“shows the blocks”: %s', async (_block, syntax) => {
    const { documents } = await add();
    expect((await textsOf(documents)).join('\n')).toContain(syntax);
  });

  it('is written as the checker likes it, and its pages link to each other', async () => {
    const { documents } = await add();
    for (const content of await textsOf(documents)) {
      const { warnings } = await workspace.as('admin', checkDocumentText, { content });
      expect(warnings).toEqual([]);
    }
    const welcome = documents.find(({ title }) => title === 'Welcome');
    expect(workspace.store.tables.documents.get(welcome?.id ?? '')?.links).toHaveLength(2);
  });

  it('is added once', async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
  });
});
