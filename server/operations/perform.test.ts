import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildWorkspace, type CallOptions, type TestWorkspace } from '../../test/builders/workspace.ts';
import { readAccount } from './account/read.ts';
import { approveChangeRequest } from './change-requests/approve.ts';
import { defineOperation } from './define.ts';
import { createDocument } from './documents/create.ts';
import { listDocuments } from './documents/list.ts';
import { readDocument } from './documents/read.ts';
import { trashDocument } from './documents/trash.ts';
import { updateDocument } from './documents/update.ts';
import { listVersions } from './versions/list.ts';

const TOKEN = { kind: 'personal_token', id: 'tok_1', name: 'assistant' } as const;
const REST: CallOptions = { via: 'rest', credential: TOKEN };
const MCP: CallOptions = { via: 'mcp', credential: TOKEN };

describe('running operations', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
    workspace.addToken('editor', TOKEN);
  });

  const entries = async () => (await workspace.store.audit({ limit: 1000 })).toReversed();
  const create = async (status: 'draft' | 'published' = 'draft', by = 'admin') =>
    (await workspace.as(by, createDocument, { title: 'Page', content: 'Text', status })).document.id;

  describe('the audit log', () => {
    it('has exactly one entry for each write: who, through what, which operation, on what, with what result', async () => {
      const { document } = await workspace.as('editor', createDocument, { title: 'Page' }, REST);
      await workspace.as(
        'editor',
        updateDocument,
        { id: document.id, title: 'Better', content: 'New' },
        REST,
      );
      await workspace.as('editor', updateDocument, { id: document.id, status: 'published' }, MCP);
      await workspace.as('admin', trashDocument, { id: document.id });
      const target = { type: 'document', id: document.id };
      expect(await entries()).toMatchObject([
        {
          seq: 1,
          action: 'documents.create',
          target,
          result: 'ok',
          username: 'editor',
          via: 'rest',
          credential_id: 'tok_1',
        },
        {
          seq: 2,
          action: 'documents.update',
          target,
          result: 'ok',
          details: { version: 2, changed: 'content, title' },
        },
        { seq: 3, action: 'documents.update', target, result: 'queued', via: 'mcp', details: { version: 2 } },
        {
          seq: 4,
          action: 'documents.trash',
          target,
          result: 'ok',
          username: 'admin',
          via: 'app',
          credential_id: null,
        },
      ]);
    });

    it('the change and its entry are one commit: a refused write leaves neither', async () => {
      const id = await create('published');
      const before = (await entries()).length;
      await expect(workspace.as('viewer', updateDocument, { id, title: 'Mine' })).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await entries()).toHaveLength(before);
    });

    it('"every MCP call has an entry, reads and refusals too"', async () => {
      const id = await create('published');
      await workspace.as('editor', readDocument, { id }, MCP);
      await workspace.as('editor', listDocuments, {}, MCP);
      await expect(workspace.as('editor', readDocument, { id: 'doc_nothing' }, MCP)).rejects.toThrow(
        'No such document',
      );
      await expect(workspace.as('editor', updateDocument, { id }, MCP)).rejects.toThrow('Nothing to change');
      const readOnly: CallOptions = { ...MCP, scopes: ['read'] };
      await expect(workspace.as('editor', trashDocument, { id }, readOnly)).rejects.toThrow('no write scope');
      await expect(workspace.as('editor', approveChangeRequest, { id: 'cr_1' }, MCP)).rejects.toThrow(
        'for people, not for tokens',
      );
      expect((await entries()).slice(1)).toMatchObject([
        { action: 'documents.read', via: 'mcp', target: { type: 'document', id }, result: 'ok' },
        { action: 'documents.list', target: null, result: 'ok' },
        { action: 'documents.read', target: null, result: 'refused: not_found' },
        { action: 'documents.update', result: 'refused: bad_request' },
        { action: 'documents.trash', result: 'refused: missing_scope' },
        { action: 'change_requests.approve', result: 'refused: forbidden', username: 'editor' },
      ]);
    });

    it.each<[string, CallOptions]>([
      ['REST', REST],
      ['the app', { via: 'app' }],
      ['the command line', { via: 'cli' }],
    ])('reads through %s leave none', async (_face, options) => {
      const id = await create('published');
      await workspace.as('editor', readDocument, { id }, options);
      await expect(workspace.as('editor', readDocument, { id: 'doc_nothing' }, options)).rejects.toThrow(
        'No such document',
      );
      expect(await entries()).toHaveLength(1);
    });

    it('a fault of ours is in it as such, and its text is not', async () => {
      const faulty = defineOperation({
        name: 'test.fault',
        summary: 'Fail',
        scope: 'read',
        effect: 'read',
        input: z.strictObject({}),
        output: z.object({}),
        run: () => {
          throw new Error('secret path /home/ada');
        },
      });
      await expect(workspace.as('editor', faulty, {}, MCP)).rejects.toThrow('secret path');
      expect(await entries()).toMatchObject([{ action: 'test.fault', result: 'refused: internal' }]);
      expect(JSON.stringify(await entries())).not.toContain('secret');
    });
  });

  describe('input', () => {
    it('is refused with a sentence that names up to five wrong fields', async () => {
      const input = {
        title: 7,
        content: 7,
        tags: 'a',
        type: 'novel',
        status: 'gone',
        summary: 7,
        colour: 'blue',
      };
      const refusal = workspace.as('editor', createDocument, input);
      await expect(refusal).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^title: .*; content: /),
      });
    });

    it.each([null, undefined, 'text', 7, []])('is an object: %j is refused', async (input) => {
      await expect(workspace.as('editor', createDocument, input)).rejects.toMatchObject({
        code: 'bad_request',
      });
    });
  });

  it('a token acts for its owner only', async () => {
    await expect(workspace.as('admin', readAccount, {}, REST)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  describe('many at once', () => {
    it('of 50 changes to the same version exactly one succeeds; the others learn the current version', async () => {
      const id = await create();
      const attempts = Array.from({ length: 50 }, (_, index) =>
        workspace.as('editor', updateDocument, { id, title: `Title ${index}`, expected_version: 1 }),
      );
      const outcomes = await Promise.allSettled(attempts);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toHaveLength(49);
      for (const { reason } of refused) {
        expect(reason).toMatchObject({ code: 'version_conflict', details: { current_version: 2 } });
      }
      expect((await workspace.as('editor', listVersions, { id })).total).toBe(2);
    });

    it('20 changes of different fields without a version all arrive, none is overwritten', async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => create()));
      const changes = [
        { title: 'New' },
        { content: 'New' },
        { summary: 'New' },
        { tags: ['new'] },
        { type: 'sop' },
      ];
      const attempts = ids.flatMap((id) =>
        changes.map((change) => workspace.as('editor', updateDocument, { id, ...change })),
      );
      await Promise.all(attempts);
      for (const id of ids) {
        const { document } = await workspace.as('editor', readDocument, { id });
        expect(document).toMatchObject({
          title: 'New',
          content: 'New',
          summary: 'New',
          tags: ['new'],
          type: 'sop',
          version: 6,
        });
      }
      const seqs = (await entries()).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    });

    it('of a crowd of 150 at one document everybody gets through, each after a run or two more', async () => {
      const id = await create();
      // As on a disk, a commit takes a moment, and all who come in that moment are too late.
      workspace.store.onApplied(() => new Promise((resolve) => setImmediate(resolve)));
      let runs = 0;
      const counted: typeof updateDocument = {
        ...updateDocument,
        run(context, input) {
          runs += 1;
          return updateDocument.run(context, input);
        },
      };
      const crowd = Array.from({ length: 150 }, (_, index) =>
        workspace.as('editor', counted, { id, title: `Title ${index}` }),
      );
      await Promise.all(crowd);
      expect((await workspace.as('editor', readDocument, { id })).document.version).toBe(151);
      expect(runs).toBeLessThanOrEqual(3 * 150);
    });

    it('nobody loses for ever, although each run competes for several documents, in another order every time', async () => {
      const names = ['a', 'b', 'c'];
      const ids = await Promise.all(names.map(() => create()));
      workspace.store.onApplied(() => new Promise((resolve) => setImmediate(resolve)));
      let runs = 0;
      const touchAll = defineOperation({
        name: 'documents.touch_all',
        summary: 'Change each document',
        scope: 'write',
        effect: 'write',
        input: z.strictObject({ order: z.array(z.string()) }),
        output: z.object({}),
        run(context, { order }) {
          runs += 1;
          // Each run meets another of the documents first.
          const from = runs % order.length;
          for (const id of [...order.slice(from), ...order.slice(0, from)]) {
            const head = context.tx.documents.get(id);
            if (head) context.tx.documents.put({ ...head, version: head.version + 1 });
          }
          context.record({ type: 'document', id: order[0] ?? '' });
          return {};
        },
      });
      const crowd = Array.from({ length: 200 }, () => workspace.as('admin', touchAll, { order: ids }));
      await Promise.all(crowd);
      for (const id of ids) expect(workspace.store.tables.documents.get(id)?.version).toBe(201);
      expect(runs).toBeLessThanOrEqual(3 * 200);
    });

    it('two approvals of one request: one applies it, the other is told that it is decided', async () => {
      const id = await create('published');
      const outcome = await workspace.as('editor', updateDocument, { id, content: 'Proposed' });
      const request = outcome.pending ? outcome.change_request_id : '';
      const approve = (by: string) => workspace.as(by, approveChangeRequest, { id: request });
      const outcomes = await Promise.allSettled([approve('approver'), approve('admin')]);
      const refused = outcomes.find((settled) => settled.status === 'rejected');
      expect(refused?.reason).toMatchObject({ code: 'conflict', details: { state: 'approved' } });
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await workspace.as('admin', readDocument, { id })).document).toMatchObject({
        content: 'Proposed',
        version: 2,
      });
    });

    it('two proposals of one person for one document: one is pending, and nothing of either is lost', async () => {
      const id = await create('published');
      const propose = (change: object) => workspace.as('editor', updateDocument, { id, ...change });
      await Promise.all([propose({ title: 'Proposed' }), propose({ content: 'Proposed' })]);
      const pending = workspace.services.views.pendingRequests(id);
      expect(pending).toHaveLength(1);
      const [request] = pending;
      await workspace.as('approver', approveChangeRequest, { id: request?.id });
      const { document } = await workspace.as('admin', readDocument, { id });
      expect(document).toMatchObject({ title: 'Proposed', content: 'Proposed' });
    });

    it('trashing and changing in the same moment end in the Trash', async () => {
      const id = await create();
      await Promise.allSettled([
        workspace.as('editor', trashDocument, { id }),
        workspace.as('editor', updateDocument, { id, title: 'Changed' }),
      ]);
      expect(workspace.store.tables.documents.get(id)?.trashed).not.toBeNull();
    });
  });
});
