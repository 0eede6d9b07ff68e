import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import type { AppliedChange } from '../../ports.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { updateUser } from '../users/update.ts';
import { visibleChange } from './visible-change.ts';

let workspace: TestWorkspace;
let commits: (readonly AppliedChange[])[];

beforeEach(() => {
  workspace = buildWorkspace();
  commits = [];
  workspace.store.onApplied((changes) => void commits.push(changes));
});

/** What this person may know of the last commit. */
function seenBy(username: string) {
  const user = workspace.services.views.userByName(username);
  return visibleChange(workspace.services, user?.id ?? '', commits.at(-1) ?? []);
}

async function write(title: string, more: Record<string, unknown> = {}): Promise<string> {
  const input = { space: 'handbook', title, content: 'Text.', ...more };
  const { document } = await workspace.as('editor', createDocument, input, {
    via: 'mcp',
    credential: { kind: 'personal_token', id: 'tok_claude', name: 'Claude' },
  });
  return document.id;
}

describe('a change, as it is told to whoever has the app open', () => {
  beforeEach(() => workspace.addToken('editor', { id: 'tok_claude', name: 'Claude' }));

  it('names the document, the person and the app that it came through', async () => {
    const id = await write('Kettle');
    expect(seenBy('approver')?.documents).toEqual([
      { id, title: 'Kettle', by: 'The editor', client: 'Claude' },
    ]);
  });

  it('of a draft is nothing to a viewer: “Viewers see published documents only”', async () => {
    await write('Secret plan');
    expect(seenBy('viewer')).toBeNull();
  });

  it('that publishes is told to a viewer', async () => {
    const id = await write('Kettle');
    await workspace.as('approver', updateDocument, { id, status: 'published' });
    expect(seenBy('viewer')?.documents).toMatchObject([{ id, title: 'Kettle' }]);
  });

  it('that takes a page away tells that something changed, and no longer its title', async () => {
    const id = await write('Kettle');
    await workspace.as('approver', updateDocument, { id, status: 'published' });
    await workspace.as('approver', trashDocument, { id });
    expect(seenBy('viewer')).toMatchObject({ collections: ['documents'], documents: [] });
  });

  it('in a space that somebody may not see does not even show by its time (security A3)', async () => {
    workspace.addSpace('board', { visibility: 'private', members: { editor: 'edit' } });
    await write('Salaries', { space: 'board' });
    expect([seenBy('approver'), seenBy('viewer')]).toEqual([null, null]);
    expect(seenBy('admin')?.documents).toMatchObject([{ title: 'Salaries' }]);
  });

  it('counts by the rights of this moment: a disabled person learns nothing (security A7)', async () => {
    await workspace.as(
      'admin',
      updateUser,
      { username: 'approver', disabled: true },
      { credential: { kind: 'desk' } },
    );
    await write('Kettle');
    expect(seenBy('approver')).toBeNull();
  });
});
