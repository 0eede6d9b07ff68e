import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { png } from '../../../test/images/pictures.ts';
import type { Attachment } from '../../domain/attachment.ts';
import { newId } from '../../domain/identifier.ts';
import { createDocument } from '../documents/create.ts';
import { addImage } from './add-image.ts';
import { addAttachment } from './add.ts';
import { deleteAttachment } from './delete.ts';

const GIGABYTE = 1024 ** 3;

let workspace: TestWorkspace;
let document: string;

beforeEach(async () => {
  workspace = buildWorkspace();
  workspace.addUser('editor', 'ada');
  workspace.addUser('editor', 'bob');
  document = await newDocument();
});

async function newDocument(): Promise<string> {
  const input = { space: 'handbook', title: 'Pump', content: 'Text' };
  return (await workspace.as('editor', createDocument, input)).document.id;
}

/** An attachment that is there already, on another document; as large as a test needs it. */
async function seed(username: string, size: number): Promise<string> {
  const tx = workspace.store.begin();
  const id = newId('attachment');
  tx.attachments.put({ ...LARGE, id, size, by: { user_id: idOf(username), via: 'app', client: null } });
  await tx.commit();
  return id;
}

const idOf = (username: string) => workspace.services.views.userByName(username)?.id ?? '';

const LARGE: Omit<Attachment, 'id' | 'size' | 'by'> = {
  document_id: newId('document'),
  name: 'large.png',
  type: 'image/png',
  width: 1,
  height: 1,
  sha256: 'a'.repeat(64),
  alt: '',
  created_at: '2026-01-01T00:00:00.000Z',
};

const add = (who = 'editor', doc_id = document) => workspace.as(who, addAttachment, { doc_id, data: png() });

describe('the room for pictures (security U1: “per-user quota and file count”)', () => {
  it('of one person is 10 GB unless set otherwise, to the byte; others have theirs', async () => {
    await seed('editor', 10 * GIGABYTE - png().length);
    await add();
    const refusal = {
      code: 'conflict',
      message: 'There is no room for this picture: one person’s pictures may take up 10 GB.',
      hint: expect.stringContaining('attachments_per_person_gb'),
    };
    await expect(add()).rejects.toMatchObject(refusal);
    await expect(add('approver')).resolves.toBeDefined();
    workspace.set({ attachments_per_person_gb: 11 });
    await expect(add()).resolves.toBeDefined();
  });

  it('of the whole workspace is 50 GB unless set otherwise, whoever adds', async () => {
    for (const username of ['admin', 'approver', 'editor', 'viewer', 'ada'])
      await seed(username, 10 * GIGABYTE);
    await expect(add('bob')).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is no room for this picture: all pictures of the workspace may take up 50 GB.',
      hint: expect.stringContaining('attachments_total_gb'),
    });
  });

  it('is looked at before a picture is fetched, and again before it is stored: nothing is left behind', async () => {
    const { attachmentFiles } = workspace.services;
    const stored: string[] = [];
    workspace.services.attachmentFiles = {
      ...attachmentFiles,
      put: async (bytes, type) => {
        stored.push(type);
        return attachmentFiles.put(bytes, type);
      },
    };
    let fetched = 0;
    workspace.services.fetcher = {
      fetch: async ({ url }) => {
        fetched += 1;
        return { url, status: 200, contentType: 'image/png', headers: {}, body: png() };
      },
    };
    const size = 10 * GIGABYTE - png().length + 1;
    await seed('editor', size);
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
    await seed('editor', png().length - 1);
    const input = { doc_id: document, source_url: 'https://example.com/pump.png' };
    await expect(workspace.as('editor', addImage, input)).rejects.toMatchObject({ code: 'conflict' });
    expect([stored, fetched]).toEqual([[], 0]);
  });

  it('a copy takes room of its own, and what is deleted gives its room back', async () => {
    const { attachment } = await add();
    const large = await seed('editor', 10 * GIGABYTE - png().length);
    const copy = { doc_id: document, from_attachment_id: attachment.id };
    await expect(workspace.as('editor', addImage, copy)).rejects.toMatchObject({ code: 'conflict' });
    const tx = workspace.store.begin();
    tx.attachments.delete(large);
    await tx.commit();
    await workspace.as('editor', addImage, copy);
    await seed('editor', 10 * GIGABYTE - 2 * png().length);
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
    await workspace.as('editor', deleteAttachment, { id: attachment.id });
    await expect(add()).resolves.toBeDefined();
  });

  it('is counted exactly when many come at the same moment', async () => {
    const documents = await Promise.all(Array.from({ length: 5 }, newDocument));
    await seed('editor', 10 * GIGABYTE - 3 * png().length);
    const sent = Array.from({ length: 20 }, (_, index) => add('editor', documents[index % 5]));
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(workspace.services.views.attachmentUse().bytes).toBe(10 * GIGABYTE);
  });

  it('and is by number of pictures too: 100,000 of one person', async () => {
    const { views } = workspace.services;
    const spy = vi.spyOn(views, 'attachmentUse').mockReturnValue({ files: 99_999, bytes: 99_999 });
    await add();
    spy.mockReturnValue({ files: 100_000, bytes: 100_000 });
    await expect(add()).rejects.toMatchObject({
      message: 'There is no room for this picture: one person may add 100,000 pictures.',
    });
  });
});
