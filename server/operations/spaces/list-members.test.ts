import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { listSpaceMembers } from './list-members.ts';
import { setSpaceMember } from './set-member.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = buildWorkspace();
});

async function rightsIn(slug: string) {
  const { items } = await workspace.as('admin', listSpaceMembers, { slug });
  return Object.fromEntries(items.map(({ user, given, right }) => [user.username, [given, right]]));
}

describe('who may do what in a space', () => {
  it('follows from role and visibility for everybody who was given nothing by name', async () => {
    expect(await rightsIn('handbook')).toEqual({
      admin: [null, 'edit'],
      approver: [null, 'edit'],
      editor: [null, 'edit'],
      viewer: [null, 'read'],
    });
    workspace.addSpace('board', { visibility: 'private' });
    expect(await rightsIn('board')).toEqual({
      admin: [null, 'edit'],
      approver: [null, 'none'],
      editor: [null, 'none'],
      viewer: [null, 'none'],
    });
  });

  it('shows what was given by name beside what it comes to: “edit rights need the editor role”', async () => {
    workspace.addSpace('board', { visibility: 'private' });
    await workspace.as('admin', setSpaceMember, { slug: 'board', username: 'viewer', right: 'edit' });
    await workspace.as('admin', setSpaceMember, { slug: 'board', username: 'editor', right: 'read' });
    expect(await rightsIn('board')).toMatchObject({ viewer: ['edit', 'read'], editor: ['read', 'read'] });
  });

  it('is for admins, and of a space that there is', async () => {
    await expect(workspace.as('approver', listSpaceMembers, { slug: 'handbook' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(workspace.as('admin', listSpaceMembers, { slug: 'nowhere' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
