import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallOptions } from '../builders/workspace.ts';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { readChangeRequest } from '../../server/operations/change-requests/read.ts';
import { newId } from '../../server/domain/identifier.ts';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { setAppTrust } from '../../server/operations/connected-apps/set-trust.ts';
import { defineOperation, type Operation } from '../../server/operations/define.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { setSpaceMember } from '../../server/operations/spaces/set-member.ts';
import { updateSpace } from '../../server/operations/spaces/update.ts';
import { revokeToken } from '../../server/operations/tokens/revoke.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { refusalOf } from './refusal.ts';
import { seedApp, seedToken } from './credentials.ts';

/** Changes the title, but only after something else has happened: a request that is under way. */
function slowUpdate(meanwhile: Promise<unknown>) {
  return defineOperation({
    name: 'documents.update',
    summary: 'Change a document, slowly',
    scope: 'write',
    effect: 'write',
    input: z.strictObject({ id: z.string() }),
    output: z.object({}),
    async run({ tx }, { id }) {
      const document = tx.documents.get(id);
      if (!document) throw new Error('The document of this test is gone.');
      await meanwhile;
      tx.documents.put({ ...document, title: 'Too late' });
      return {};
    },
  });
}

/** Security A7: "Disable, demote, space removal, token revocation act on the next request". */
describe('between two calls', () => {
  let workspace: TestWorkspace;
  let withToken: CallOptions & { tokenId: string };
  let published: string;
  let draft: string;

  beforeEach(async () => {
    workspace = buildWorkspace();
    const { id, name } = seedToken(workspace, 'editor', ['read', 'write']);
    withToken = { via: 'rest', credential: { kind: 'personal_token', id, name }, tokenId: id };
    published = await create('published');
    draft = await create('draft');
  });

  const create = async (status: 'draft' | 'published') =>
    (await workspace.as('admin', createDocument, { space: 'handbook', title: 'Page', status })).document.id;
  const asAdmin = <Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: object,
  ) => workspace.as('admin', operation, input);
  const rename = (options?: CallOptions) =>
    workspace.as('editor', updateDocument, { id: draft, title: newId('document') }, options);
  const retitle = (to: string) =>
    workspace.as('editor', updateDocument, { id: published, title: to }, withToken);
  const title = async (id: string) => (await workspace.as('admin', readDocument, { id })).document.title;

  it('a disabled account is out, by token and at the desk, for reads and writes', async () => {
    await rename(withToken);
    await asAdmin(updateUser, { username: 'editor', disabled: true });
    for (const options of [withToken, undefined]) {
      expect(await refusalOf(rename(options))).toMatchObject({ code: 'unauthorized', status: 401 });
      const read = workspace.as('editor', readDocument, { id: published }, options);
      expect(await refusalOf(read)).toMatchObject({ code: 'unauthorized' });
    }
  });

  it('an account that is enabled again is in again', async () => {
    await asAdmin(updateUser, { username: 'editor', disabled: true });
    await asAdmin(updateUser, { username: 'editor', disabled: false });
    await expect(rename(withToken)).resolves.toMatchObject({ pending: false });
  });

  it('a revoked token is out; its owner’s other ways in stay', async () => {
    await rename(withToken);
    await asAdmin(revokeToken, { id: withToken.tokenId });
    expect(await refusalOf(rename(withToken))).toMatchObject({ code: 'unauthorized' });
    await expect(rename()).resolves.toMatchObject({ pending: false });
  });

  it('an editor who was made a viewer no longer writes, and no longer sees drafts', async () => {
    await rename(withToken);
    await asAdmin(updateUser, { username: 'editor', role: 'viewer' });
    expect(await refusalOf(rename(withToken))).toMatchObject({ code: 'not_found' });
    const change = workspace.as('editor', updateDocument, { id: published, title: 'Mine' }, withToken);
    expect(await refusalOf(change)).toMatchObject({ code: 'forbidden' });
    const { items } = await workspace.as('editor', listDocuments, {}, withToken);
    expect(items.map(({ id }) => id)).toEqual([published]);
  });

  it('nor the drafts that their own change requests are about', async () => {
    const outcome = await workspace.as(
      'editor',
      updateDocument,
      { id: draft, status: 'published' },
      withToken,
    );
    const request = outcome.pending ? outcome.change_request_id : '';
    await workspace.as('editor', readChangeRequest, { id: request }, withToken);
    await asAdmin(updateUser, { username: 'editor', role: 'viewer' });
    const read = workspace.as('editor', readChangeRequest, { id: request }, withToken);
    expect(await refusalOf(read)).toMatchObject({ code: 'not_found' });
  });

  it('an approver who was made an editor no longer approves', async () => {
    const outcome = await workspace.as('editor', updateDocument, { id: published, title: 'Proposed' });
    const request = outcome.pending ? outcome.change_request_id : '';
    await asAdmin(updateUser, { username: 'approver', role: 'editor' });
    expect((await refusalOf(workspace.as('approver', approveChangeRequest, { id: request }))).code).toBe(
      'not_found',
    );
    expect(await title(published)).toBe('Page');
  });

  it.each([
    [
      'removed by name',
      () => asAdmin(setSpaceMember, { slug: 'handbook', username: 'editor', right: 'none' }),
    ],
    ['shut out with everybody', () => asAdmin(updateSpace, { slug: 'handbook', visibility: 'private' })],
  ])('somebody who was %s no longer sees anything of the space', async (_what, remove) => {
    await rename(withToken);
    await remove();
    expect(await refusalOf(rename(withToken))).toMatchObject({ code: 'not_found' });
    expect((await workspace.as('editor', listDocuments, {}, withToken)).total).toBe(0);
  });

  it('a right that was lowered to read no longer edits', async () => {
    await asAdmin(setSpaceMember, { slug: 'handbook', username: 'editor', right: 'read' });
    expect(await refusalOf(rename(withToken))).toMatchObject({ code: 'forbidden' });
  });

  it('a workspace that was switched to strict approval queues the editor’s next change', async () => {
    await asAdmin(updateSettings, { approval_mode: 'open' });
    expect(await retitle('First')).toMatchObject({ pending: false });
    await asAdmin(updateSettings, { approval_mode: 'strict' });
    expect(await retitle('Second')).toMatchObject({ pending: true });
  });

  it.each([
    ['app was disconnected', (id: string) => asAdmin(disconnectApp, { id }), 'unauthorized'],
    [
      'app was lowered to read only',
      (id: string) => asAdmin(setAppTrust, { id, trust_level: 'read' }),
      'forbidden',
    ],
  ])('a write of an app that is under way when the %s is not committed', async (_what, narrow, code) => {
    const { id, name } = seedApp(workspace, 'editor', 'full');
    const asApp: CallOptions = { via: 'mcp', credential: { kind: 'connected_app', id, name } };
    const gate = Promise.withResolvers<undefined>();
    const underWay = refusalOf(workspace.as('editor', slowUpdate(gate.promise), { id: draft }, asApp));
    await narrow(id);
    gate.resolve(undefined);
    expect(await underWay).toMatchObject({ code });
    expect(await title(draft)).toBe('Page');
  });

  it.each([
    ['account disabled', () => asAdmin(updateUser, { username: 'editor', disabled: true })],
    ['token revoked', () => asAdmin(revokeToken, { id: withToken.tokenId })],
  ])('a write that is under way when the %s is not committed', async (_what, revoke) => {
    const gate = Promise.withResolvers<undefined>();
    const underWay = refusalOf(workspace.as('editor', slowUpdate(gate.promise), { id: draft }, withToken));
    await revoke();
    gate.resolve(undefined);
    expect(await underWay).toMatchObject({ code: 'unauthorized' });
    expect(await title(draft)).toBe('Page');
  });
});
