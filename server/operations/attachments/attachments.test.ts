import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { exifSegment, exifWithPlace, gif, jpeg, jpegWith, png } from '../../../test/images/pictures.ts';
import { createDocument } from '../documents/create.ts';
import { readDocument } from '../documents/read.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { purgeDocument } from '../trash/purge.ts';
import { restoreFromTrash } from '../trash/restore.ts';
import { addAttachment } from './add.ts';
import { deleteAttachment } from './delete.ts';
import { listAttachments } from './list.ts';
import { readAttachment } from './read.ts';

let workspace: TestWorkspace;

beforeEach(() => {
  workspace = buildWorkspace();
});

async function newDocument(status: 'draft' | 'published' = 'draft', space = 'handbook'): Promise<string> {
  const { document } = await workspace.as('admin', createDocument, {
    space,
    title: 'Pump',
    content: 'Text',
    status,
  });
  return document.id;
}

const add = (id: string, more: object = {}, who = 'editor') =>
  workspace.as(who, addAttachment, { doc_id: id, data: png(), name: 'Pump.PNG', ...more });

describe('an attachment', () => {
  it('is what was sent, with its name, size, pixels and who sent it', async () => {
    const id = await newDocument();
    const { attachment, placed, markdown } = await add(id, { alt: 'The pump' });
    expect(attachment).toMatchObject({
      document: id,
      name: 'Pump.png',
      type: 'image/png',
      size: png().length,
      width: 24,
      height: 16,
      alt: 'The pump',
      url: `https://kb.example.com/attachments/${attachment.id}/pump.png`,
      created_by: { username: 'editor' },
    });
    expect(placed).toBe('no');
    expect(markdown).toBe(`![The pump](/attachments/${attachment.id}/pump.png)`);
    await expect(workspace.as('editor', readAttachment, { id: attachment.id })).resolves.toEqual(attachment);
  });

  it('loses its location before it is stored', async () => {
    const { attachment } = await add(await newDocument(), { data: jpegWith(exifSegment(exifWithPlace())) });
    expect(attachment.size).toBe(jpeg().length);
  });

  it('comes as base64 too, for those who speak JSON', async () => {
    const { attachment } = await add(await newDocument(), { data: png().toString('base64') });
    expect(attachment.size).toBe(png().length);
  });

  it('is refused by the one checker, and then nothing is written', async () => {
    const id = await newDocument();
    for (const data of [
      Buffer.from('<svg/>'),
      Buffer.from('GIF'),
      Buffer.concat([png(), Buffer.from('PK')]),
    ]) {
      await expect(add(id, { data })).rejects.toMatchObject({ name: 'AppError' });
    }
    await expect(add(id, { data: gif(), declared_type: 'image/png' })).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    expect(workspace.store.tables.attachments.size).toBe(0);
  });

  it('is no larger than the workspace’s attachment limit', async () => {
    workspace.set({ attachment_limit_mb: 1 });
    const data = Buffer.alloc(1024 * 1024 + 1);
    await expect(add(await newDocument(), { data })).rejects.toMatchObject({ code: 'payload_too_large' });
    await expect(add(await newDocument(), { data: data.toString('base64') })).rejects.toMatchObject({
      code: 'payload_too_large',
      hint: expect.stringContaining('upload link'),
    });
  });

  it('is listed with its document, oldest first', async () => {
    const id = await newDocument();
    await add(id, { name: 'one' });
    workspace.clock.advance(1);
    await add(id, { name: 'two', data: gif() });
    const { items, total } = await workspace.as('editor', listAttachments, { doc_id: id });
    expect(items.map(({ name }) => name)).toEqual(['one.png', 'two.gif']);
    expect(total).toBe(2);
  });
});

describe('"readable by whoever may read the document, addable by whoever may edit it"', () => {
  it('viewers read those of published documents, and add none', async () => {
    const id = await newDocument('published');
    const { attachment } = await add(id);
    await expect(workspace.as('viewer', readAttachment, { id: attachment.id })).resolves.toBeDefined();
    await expect(workspace.as('viewer', listAttachments, { doc_id: id })).resolves.toMatchObject({
      total: 1,
    });
    await expect(add(id, {}, 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('one of a draft, a hidden space or the Trash is as absent for them as an unknown one', async () => {
    workspace.addSpace('secret', { visibility: 'private' });
    const draft = (await add(await newDocument('draft'))).attachment.id;
    const hidden = (await add(await newDocument('published', 'secret'), {}, 'admin')).attachment.id;
    const document = await newDocument('published');
    const trashed = (await add(document)).attachment.id;
    await workspace.as('admin', trashDocument, { id: document });
    const unknown = await workspace
      .as('viewer', readAttachment, { id: 'att_000000000000' })
      .catch((error: unknown) => error);
    for (const id of [draft, hidden, trashed]) {
      const refusal = await workspace.as('viewer', readAttachment, { id }).catch((error: unknown) => error);
      expect(refusal).toEqual(unknown);
    }
    await workspace.as('admin', restoreFromTrash, { id: document });
    await expect(workspace.as('viewer', readAttachment, { id: trashed })).resolves.toBeDefined();
  });

  it('in a strict workspace an editor attaches to a published document at once: it shows nothing yet', async () => {
    const { placed } = await add(await newDocument('published'));
    expect(placed).toBe('no');
  });

  it('deleting one of a published document takes it from readers at once, so it is for those who may publish', async () => {
    const { attachment } = await add(await newDocument('published'));
    await expect(workspace.as('editor', deleteAttachment, { id: attachment.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await workspace.as('approver', deleteAttachment, { id: attachment.id });
    await expect(workspace.as('admin', readAttachment, { id: attachment.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    const draft = await add(await newDocument('draft'));
    await workspace.as('editor', deleteAttachment, { id: draft.attachment.id });
  });
});

describe('"deleted with their document"', () => {
  it('when it is deleted for ever, and not before', async () => {
    const [id, other] = [await newDocument(), await newDocument()];
    await add(id);
    await add(other);
    await workspace.as('admin', trashDocument, { id });
    expect(workspace.store.tables.attachments.size).toBe(2);
    await workspace.as('admin', purgeDocument, { id });
    expect([...workspace.store.tables.attachments.all()].map(({ document_id }) => document_id)).toEqual([
      other,
    ]);
  });
});

describe('placing', () => {
  const textOf = async (id: string) => (await workspace.as('admin', readDocument, { id })).document.content;

  it.each([
    ['append', (image: string) => `Text\n\n${image}`],
    ['top', (image: string) => `${image}\n\nText`],
  ] as const)('%s edits only around the image', async (insert, expected) => {
    const id = await newDocument();
    const { markdown, placed, document } = await add(id, { insert });
    expect(placed).toBe('now');
    expect(document.version).toBe(2);
    expect(await textOf(id)).toBe(expected(markdown));
  });

  it('is one commit and one audit record with the attaching', async () => {
    const id = await newDocument();
    const { attachment } = await add(id, { insert: 'append' });
    const [entry, before] = await workspace.store.audit({ limit: 2 });
    expect(entry).toMatchObject({
      action: 'attachments.add',
      result: 'ok',
      target: { type: 'document', id },
      details: { attachment_id: attachment.id, insert: 'append', version: 2 },
    });
    expect(before?.action).toBe('documents.create');
  });

  it('never disturbs a concurrent edit: fifty pictures and fifty edits at once all stay', async () => {
    const id = await newDocument();
    const edit = (line: string) => ({ markdown: line, mode: 'append' });
    const edits = Array.from({ length: 50 }, (_, at) =>
      workspace.as('admin', updateDocument, { id, edit: edit(`Line ${at}`) }),
    );
    const pictures = Array.from({ length: 50 }, (_, at) => add(id, { insert: at % 2 ? 'append' : 'top' }));
    await Promise.all(edits);
    const added = await Promise.all(pictures);
    const text = await textOf(id);
    for (let at = 0; at < 50; at += 1) expect(text.split('\n')).toContain(`Line ${at}`);
    for (const { markdown } of added) expect(text.split('\n')).toContain(markdown);
  });

  it('into a published text by one who may not publish waits for review; the attachment is there at once', async () => {
    const id = await newDocument('published');
    const first = await add(id, { insert: 'append' });
    expect(first).toMatchObject({ placed: 'waiting', message: expect.stringContaining('review') });
    expect(await textOf(id)).toBe('Text');
    expect(workspace.store.tables.attachments.get(first.attachment.id)).toBeDefined();
    const request = first.change_request_id ?? '';
    expect(await workspace.store.content('change_requests', request)).toBe(`Text\n\n${first.markdown}`);
    const [entry] = await workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({ result: 'queued', details: { change_request_id: request } });
  });

  it('a second picture joins the one that waits', async () => {
    const id = await newDocument('published');
    const first = await add(id, { insert: 'append' });
    const second = await add(id, { insert: 'append' });
    expect(await workspace.store.content('change_requests', second.change_request_id ?? '')).toBe(
      `Text\n\n${first.markdown}\n\n${second.markdown}`,
    );
  });

  it('takes effect at once in an open workspace', async () => {
    workspace.set({ approval_mode: 'open' });
    const id = await newDocument('published');
    expect((await add(id, { insert: 'append' })).placed).toBe('now');
  });
});
