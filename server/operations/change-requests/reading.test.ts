import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { updateDocument } from '../documents/update.ts';
import { listChangeRequests } from './list.ts';
import { readChangeRequest } from './read.ts';
import { rejectChangeRequest } from './reject.ts';

/** What a reviewer needs to see before deciding (decisions, "Change request" and "Review queue"). */
describe('reading change requests', () => {
  let workspace: TestWorkspace;
  let id: string;
  let request: string;

  beforeEach(async () => {
    workspace = buildWorkspace();
    const page = { space: 'handbook', title: 'Page', content: 'Base', status: 'published' };
    id = (await workspace.as('admin', createDocument, page)).document.id;
    const outcome = await workspace.as('editor', updateDocument, {
      id,
      content: 'Proposed',
      title: 'Better',
    });
    if (!outcome.pending) throw new Error('This change was expected to wait for review.');
    request = outcome.change_request_id;
  });
  const read = (by: string) => workspace.as(by, readChangeRequest, { id: request });
  const ids = async (by: string, as: 'reviewer' | 'author') =>
    (await workspace.as(by, listChangeRequests, { as })).items.map((item) => item.id);

  it('gives the text it was written against, the text of now, and the fields of now', async () => {
    await workspace.as('admin', updateDocument, { id, content: 'Live', tags: ['new'] });
    expect(await read('approver')).toMatchObject({
      base_content: 'Base',
      current_content: 'Live',
      content: 'Proposed',
      current: { title: 'Page', tags: ['new'], status: 'published', space: 'handbook', parent: null },
    });
  });

  it('says who may decide and who may take it back', async () => {
    expect(await read('approver')).toMatchObject({ can_decide: true, can_withdraw: false });
    expect(await read('editor')).toMatchObject({ can_decide: false, can_withdraw: true });
  });

  it('offers nothing, and no text of now, once it is decided', async () => {
    await workspace.as('approver', rejectChangeRequest, { id: request, comment: 'No' });
    expect(await read('approver')).toMatchObject({
      can_decide: false,
      can_withdraw: false,
      current_content: null,
    });
  });

  it('lists what one may decide apart from what one has made', async () => {
    expect(await ids('approver', 'reviewer')).toEqual([request]);
    expect(await ids('approver', 'author')).toEqual([]);
    expect(await ids('editor', 'reviewer')).toEqual([]);
    expect(await ids('editor', 'author')).toEqual([request]);
  });
});
