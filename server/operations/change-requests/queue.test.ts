import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { updateDocument } from '../documents/update.ts';
import { approveChangeRequest } from './approve.ts';

/** "Conflict shown, never a silent overwrite", also for what a newer request takes over from an older one. */
describe('what a newer change request carries over', () => {
  let workspace: TestWorkspace;
  let id: string;
  beforeEach(async () => {
    workspace = buildWorkspace();
    const input = { title: 'Page', content: 'Text', status: 'published' };
    id = (await workspace.as('admin', createDocument, input)).document.id;
  });
  async function propose(changes: object): Promise<string> {
    const outcome = await workspace.as('editor', updateDocument, { id, ...changes });
    if (!outcome.pending) throw new Error('This change was expected to wait for review.');
    return outcome.change_request_id;
  }

  it.each([{ summary: 'Short' }, { content: 'New text' }])(
    'was written before the document moved on, so that %j with it needs the reviewer’s confirmation',
    async (later) => {
      await propose({ title: 'Editor’s title' });
      await workspace.as('approver', updateDocument, { id, title: 'Approver’s title' });
      const request = await propose(later);
      await expect(workspace.as('approver', approveChangeRequest, { id: request })).rejects.toMatchObject({
        code: 'needs_confirmation',
        details: { base_version: 1, current_version: 2, field_conflicts: ['title'] },
      });
    },
  );

  it('is nothing when the newer request sets all of it: then it is written against the document as it stands', async () => {
    await propose({ title: 'Editor’s title' });
    await workspace.as('approver', updateDocument, { id, title: 'Approver’s title' });
    const request = await propose({ title: 'Agreed title' });
    const { document } = await workspace.as('approver', approveChangeRequest, { id: request });
    expect(document).toMatchObject({ title: 'Agreed title', version: 3 });
  });
});
