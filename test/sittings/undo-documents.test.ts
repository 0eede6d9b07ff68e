import { beforeEach, describe, expect, it } from 'vitest';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { purgeDocument } from '../../server/operations/trash/purge.ts';
import { listVersions } from '../../server/operations/versions/list.ts';
import { restoreVersion } from '../../server/operations/versions/restore.ts';
import { assistantWorkspace, auditOf, type AssistantWorkspace } from './assistant.ts';

const TEXT = 'one\n\ntwo\n\nthree\n\nfour\n\nfive\n';

/** "One operation restores everything that one sitting changed, as new versions, and reports what it could not." */
describe('taking back what a sitting changed', () => {
  let workspace: AssistantWorkspace;
  beforeEach(() => {
    workspace = assistantWorkspace();
  });
  const head = (id: string) => workspace.store.tables.documents.get(id);

  describe('where nobody else has written since', () => {
    it('gives a document its text and its fields back, as one new version', async () => {
      const id = await workspace.page('Title', TEXT, { tags: ['a'], type: 'sop', summary: 'Old' });
      await workspace.edits(id, { content: 'all gone\n' });
      await workspace.edits(id, { title: 'Other', tags: ['b'], type: 'policy', summary: 'New' });
      const answer = await workspace.undo();
      expect(answer).toMatchObject({
        message: 'Taken back: 1.',
        items: [
          {
            type: 'document',
            id,
            title: 'Other',
            outcome: 'undone',
            did: ['Changed back: text, title, summary, tags, type.'],
            left: [],
            version: 4,
          },
        ],
      });
      expect(head(id)).toMatchObject({
        title: 'Title',
        tags: ['a'],
        type: 'sop',
        summary: 'Old',
        version: 4,
      });
      expect(await workspace.text(id)).toBe(TEXT);
    });

    it('keeps what the sitting wrote in the history, from which it can be brought back', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'written by the assistant\n' });
      await workspace.undo();
      const { items } = await workspace.as('admin', listVersions, { id });
      expect(items[0]).toMatchObject({
        note: `Took back what the sitting ${workspace.sitting()} changed`,
        by: { username: 'admin', via: 'app', sitting: null },
      });
      expect(items[1]).toMatchObject({ by: { client: 'Claude', via: 'mcp', sitting: workspace.sitting() } });
      await workspace.as('admin', restoreVersion, { id, version: 2 });
      expect(await workspace.text(id)).toBe('written by the assistant\n');
    });

    it('puts what it created in the Trash, and takes out of it what it trashed', async () => {
      const old = await workspace.page('Old', 'kept');
      await workspace.trashes(old);
      const created = await workspace.creates('New', 'text');
      await workspace.edits(created, { content: 'more text' });
      const { items } = await workspace.undo();
      expect(items).toMatchObject([
        { id: old, title: 'Old', outcome: 'undone', did: ['Taken out of the Trash.'] },
        { id: created, outcome: 'undone', did: ['Put in the Trash: the sitting had created it.'] },
      ]);
      expect(head(old)?.trashed).toBeNull();
      expect(head(created)?.trashed).toMatchObject({ by: { via: 'app' } });
    });

    it('takes a document out of the Trash and changes it back, when the sitting did both', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'x' });
      await workspace.trashes(id);
      expect((await workspace.undo()).items[0]?.did).toEqual([
        'Taken out of the Trash.',
        'Changed back: text.',
      ]);
      expect(await workspace.text(id)).toBe(TEXT);
    });

    it('unpublishes what it published, and publishes again what it made a draft', async () => {
      const draft = await workspace.page('Draft', 'x');
      const live = await workspace.page('Live', 'y', { status: 'published' });
      await workspace.edits(draft, { status: 'published' });
      await workspace.edits(live, { status: 'draft' });
      const { items } = await workspace.undo();
      expect(items.map(({ did }) => did[0])).toEqual([
        'Changed back: status. It is a draft again.',
        'Changed back: status. It is published again.',
      ]);
      expect([head(draft)?.status, head(live)?.status]).toEqual(['draft', 'published']);
    });

    it('moves a page back to its space and its parent, with its sub-pages', async () => {
      workspace.addSpace('archive');
      const top = await workspace.page('Top', 'x');
      const page = await workspace.page('Page', 'y', { parent: top });
      const below = await workspace.page('Below', 'z', { parent: page });
      await workspace.edits(page, { space: 'archive' });
      await workspace.edits(below, { content: 'changed' });
      const before = head(top)?.space_id;
      expect(head(below)?.space_id).not.toBe(before);
      const { items } = await workspace.undo();
      expect(items).toMatchObject([
        { id: page, outcome: 'undone', did: ['Changed back: space, parent.'] },
        { id: below, outcome: 'undone', did: ['Changed back: text.'] },
      ]);
      expect(head(page)).toMatchObject({ space_id: before, parent_id: top });
      expect(head(below)).toMatchObject({ space_id: before, parent_id: page });
    });

    it('puts back in the Trash what the sitting took out of it', async () => {
      const id = await workspace.page('Page', 'x');
      await workspace.as('admin', trashDocument, { id });
      await workspace.assistant(restoreFromTrash, { id });
      await workspace.edits(id, { title: 'Other' });
      expect((await workspace.undo()).items[0]?.did).toEqual([
        'Changed back: title.',
        'Put back in the Trash: the sitting had taken it out.',
      ]);
      expect(head(id)).toMatchObject({ title: 'Page', trashed: { by: { via: 'app' } } });
    });
  });

  describe('where others have written since', () => {
    it('takes back only the sitting’s own changes of a text, wherever the others are', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: TEXT.replace('one', 'ONE by the assistant') });
      await workspace.change('editor', id, { content: (await workspace.text(id)).replace('three', 'THREE') });
      await workspace.edits(id, { content: (await workspace.text(id)).replace('five', 'FIVE') });
      const { items } = await workspace.undo();
      expect(items).toMatchObject([{ outcome: 'undone', version: 5 }]);
      expect(await workspace.text(id)).toBe(TEXT.replace('three', 'THREE'));
    });

    it('leaves a text alone in which both changed the same passage, and says who', async () => {
      const id = await workspace.page('Page', TEXT, { tags: ['a'] });
      await workspace.edits(id, { content: TEXT.replace('two', 'TWO'), tags: ['b'] });
      await workspace.change('editor', id, { content: TEXT.replace('two', 'Two, by a person') });
      const { items, message } = await workspace.undo();
      expect(items).toMatchObject([
        {
          outcome: 'partly',
          did: ['Changed back: tags.'],
          left: ['The text stays: The editor changed the same passages afterwards.'],
        },
      ]);
      expect(message).toBe('Taken back in part: 1.');
      expect(await workspace.text(id)).toBe(TEXT.replace('two', 'Two, by a person'));
      expect(head(id)?.tags).toEqual(['a']);
    });

    it('leaves fields alone that others have changed since', async () => {
      const id = await workspace.page('Title', TEXT);
      await workspace.edits(id, { title: 'Assistant’s', summary: 'Assistant’s' });
      await workspace.change('editor', id, { title: 'Editor’s' });
      const { items } = await workspace.undo();
      expect(items).toMatchObject([
        {
          outcome: 'partly',
          did: ['Changed back: summary.'],
          left: ['The title stays: The editor changed it afterwards.'],
        },
      ]);
      expect(head(id)).toMatchObject({ title: 'Editor’s', summary: '' });
    });

    it('keeps a document that it created and others worked on', async () => {
      const id = await workspace.creates('New', 'text');
      await workspace.change('editor', id, { content: 'better text' });
      expect((await workspace.undo()).items).toMatchObject([
        { id, outcome: 'kept', left: ['It stays: The editor changed it afterwards.'] },
      ]);
      expect(head(id)?.trashed).toBeNull();
    });

    it('leaves in the Trash what somebody else put there', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'x' });
      await workspace.as('approver', trashDocument, { id });
      expect((await workspace.undo()).items).toMatchObject([
        { id, outcome: 'kept', left: [expect.stringContaining('The approver put it in the Trash.')] },
      ]);
    });

    it('says nothing about what others have put right already', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'x', title: 'y' });
      await workspace.as('editor', restoreVersion, { id, version: 1 });
      expect(await workspace.undo()).toMatchObject({ message: 'Nothing is left to take back.', items: [] });
      expect(head(id)?.version).toBe(3);
    });
  });

  it('a page whose former parent is gone stays where it is, and why is said', async () => {
    const top = await workspace.page('Top', 'x');
    const page = await workspace.page('Page', TEXT, { parent: top });
    await workspace.edits(page, { parent: null, content: 'x' });
    await workspace.as('admin', trashDocument, { id: top });
    const { items } = await workspace.undo();
    expect(items).toMatchObject([
      {
        outcome: 'partly',
        did: ['Changed back: text.'],
        left: [expect.stringContaining('It stays where it is:')],
      },
    ]);
    await workspace.as('admin', restoreFromTrash, { id: top });
    expect((await workspace.undo()).items).toMatchObject([
      { outcome: 'undone', did: ['Changed back: parent.'] },
    ]);
    expect(head(page)?.parent_id).toBe(top);
  });

  it('a document whose earlier version was lost with its file is reported, not guessed', async () => {
    const id = await workspace.page('Page', TEXT);
    await workspace.edits(id, { content: 'x' });
    const tx = workspace.store.begin();
    tx.versions.deleteAll(id);
    await tx.commit();
    expect((await workspace.undo()).items).toMatchObject([
      { id, outcome: 'kept', left: ['It stays: one of its earlier versions is not there any more.'] },
    ]);
    expect(await workspace.text(id)).toBe('x');
  });

  it('while the app goes on writing, each write is taken back with its sitting or belongs to the next', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push(await workspace.page(`Page ${index}`, TEXT));
    await workspace.edits(ids[0] ?? '', { content: 'first' });
    const first = workspace.sitting();
    workspace.clock.advance(1);
    const writes = ids.slice(1).map((id) => workspace.edits(id, { content: 'changed' }));
    await Promise.all([...writes, workspace.undo('admin', first)]);
    for (const { id } of workspace.store.tables.sittings.all()) await workspace.undo('admin', id);
    expect(new Set(await Promise.all(ids.map((id) => workspace.text(id))))).toEqual(new Set([TEXT]));
  });

  it('what was deleted for ever is reported', async () => {
    const id = await workspace.page('Page', TEXT);
    await workspace.trashes(id);
    await workspace.assistant(purgeDocument, { id });
    expect((await workspace.undo()).items).toMatchObject([
      { id, title: null, outcome: 'kept', left: [expect.stringContaining('deleted it for ever')] },
    ]);
  });

  describe('asked twice', () => {
    it('leaves the sitting as the first time left it', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'all gone\n' });
      await workspace.undo();
      const sitting = workspace.sitting();
      const before = workspace.store.tables.sittings.get(sitting);
      workspace.clock.advance(60_000);
      await workspace.undo();
      expect(before?.undone).toBeDefined();
      expect(workspace.store.tables.sittings.get(sitting)).toBe(before);
    });

    it('says that nothing is left, and changes nothing, whatever people did in between', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'by the assistant\n', title: 'By the assistant' });
      const created = await workspace.creates('New', 'text');
      const sitting = workspace.sitting();
      await workspace.undo();
      expect(await workspace.undo('admin', sitting)).toMatchObject({
        message: 'Nothing is left to take back.',
        items: [],
      });
      await workspace.as('admin', restoreFromTrash, { id: created });
      await workspace.as('editor', restoreVersion, { id, version: 2 });
      expect(await workspace.undo('admin', sitting)).toMatchObject({ items: [] });
      expect(await workspace.text(id)).toBe('by the assistant\n');
      expect(head(created)?.trashed).toBeNull();
    });

    it('deals with what the same app wrote afterwards as with another sitting', async () => {
      const id = await workspace.page('Page', TEXT);
      await workspace.edits(id, { content: 'first' });
      const first = workspace.sitting();
      await workspace.undo();
      workspace.clock.advance(1000);
      await workspace.edits(id, { content: 'second' });
      expect(workspace.sitting()).not.toBe(first);
      expect(await workspace.undo('admin', first)).toMatchObject({ items: [] });
      expect(await workspace.text(id)).toBe('second');
    });
  });

  it('is one commit, audited, with the sitting, who took it back and how much', async () => {
    const ids = [await workspace.page('One', 'x'), await workspace.page('Two', 'y')];
    for (const id of ids) await workspace.edits(id, { content: 'changed' });
    let commits = 0;
    workspace.store.onApplied(() => void (commits += 1));
    await workspace.undo();
    expect(commits).toBe(1);
    const entries = await auditOf(workspace, workspace.sitting());
    expect(entries).toMatchObject([
      { action: 'documents.update', sitting: workspace.sitting(), via: 'mcp' },
      { action: 'documents.update', sitting: workspace.sitting() },
      {
        action: 'sittings.undo',
        username: 'admin',
        target: { type: 'sitting', id: workspace.sitting() },
        details: { undone: 2, partly: 0, queued: 0, kept: 0, dry_run: false },
      },
    ]);
    expect(entries[2]).not.toHaveProperty('sitting');
  });

  it('a dry run answers the same and changes nothing', async () => {
    const id = await workspace.page('Page', TEXT);
    await workspace.edits(id, { content: 'x' });
    const created = await workspace.creates('New', 'text');
    let commits = 0;
    workspace.store.onApplied(() => void (commits += 1));
    const dry = await workspace.dryRun();
    expect(dry).toMatchObject({
      dry_run: true,
      message: 'Nothing was changed. This would come of it: taken back: 2.',
    });
    expect(commits).toBe(0);
    expect([await workspace.text(id), head(created)?.trashed]).toEqual(['x', null]);
    expect((await workspace.undo()).items).toEqual(dry.items);
  });

  it('a large sitting takes several commits and says how much is left', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 101; index += 1) ids.push(await workspace.creates(`Page ${index}`, 'x'));
    const first = await workspace.undo();
    expect(first).toMatchObject({ remaining: 1, message: expect.stringContaining('1 more') });
    expect((await workspace.undo()).remaining).toBe(0);
    expect(ids.every((id) => head(id)?.trashed)).toBe(true);
  });
});
