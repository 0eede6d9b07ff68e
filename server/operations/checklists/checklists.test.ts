import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { purgeDocument } from '../trash/purge.ts';
import { readChecklist } from './read.ts';
import { tickItem } from './tick.ts';

/** "Checklist: ticks stored per reader, never in the text" (decisions, rich blocks). */
describe('ticks of a checklist', () => {
  let workspace: TestWorkspace;
  let id: string;
  const AS_PERSON = { credential: { kind: 'desk' } } as const;
  const tick = (by: string, item: string, ticked = true) =>
    workspace.as(by, tickItem, { id, item, ticked }, AS_PERSON);
  const ticksOf = async (by: string) => (await workspace.as(by, readChecklist, { id }, AS_PERSON)).ticks;

  beforeEach(async () => {
    workspace = buildWorkspace();
    const input = { space: 'handbook', title: 'Page', content: '- [ ] One', status: 'published' as const };
    id = (await workspace.as('admin', createDocument, input)).document.id;
  });

  it('are each reader’s own, a viewer’s too, and change neither text nor version', async () => {
    await tick('viewer', 'a1');
    await tick('viewer', 'b2');
    await tick('editor', 'b2', false);
    expect(await ticksOf('viewer')).toEqual({ a1: true, b2: true });
    expect(await ticksOf('editor')).toEqual({ b2: false });
    expect(await ticksOf('admin')).toEqual({});
    expect(workspace.store.tables.documents.get(id)?.version).toBe(1);
  });

  it('are taken back, and two at a time both stay', async () => {
    await Promise.all([tick('viewer', 'a1'), tick('viewer', 'b2')]);
    await tick('viewer', 'a1', false);
    expect(await ticksOf('viewer')).toEqual({ a1: false, b2: true });
    expect(workspace.store.tables.checklists.size).toBe(1);
  });

  it('go with their document when it is deleted for ever', async () => {
    await tick('viewer', 'a1');
    await workspace.as('admin', trashDocument, { id });
    await workspace.as('admin', purgeDocument, { id });
    expect(workspace.store.tables.checklists.size).toBe(0);
  });

  it('take no name that the app would not make', async () => {
    await expect(tick('viewer', '__proto__')).rejects.toMatchObject({ code: 'bad_request' });
  });
});
