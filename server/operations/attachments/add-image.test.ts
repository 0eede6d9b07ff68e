import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { gather } from '../../../test/images/gather.ts';
import { jpeg, png } from '../../../test/images/pictures.ts';
import type { FetchRequest } from '../../fetch-ports.ts';
import { createDocument } from '../documents/create.ts';
import { updateDocument } from '../documents/update.ts';
import { addImage } from './add-image.ts';
import { addAttachment } from './add.ts';
import { deleteAttachment } from './delete.ts';
import { readAttachment } from './read.ts';

let workspace: TestWorkspace;
let doc: string;
/** What was fetched, and what happens while it is. */
let fetched: FetchRequest[];
let answer: { body: Buffer; contentType: string | null };
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  workspace = buildWorkspace();
  fetched = [];
  answer = { body: png(), contentType: 'image/png' };
  meanwhile = async () => undefined;
  workspace.services.fetcher = {
    async fetch(request) {
      fetched.push(request);
      await meanwhile();
      return { url: request.url, status: 200, headers: {}, ...answer, body: Buffer.from(answer.body) };
    },
  };
  const created = await workspace.as('admin', createDocument, {
    space: 'handbook',
    title: 'Pump',
    content: 'Text',
  });
  doc = created.document.id;
});

const run = (input: object, who = 'editor') => workspace.as(who, addImage, { doc_id: doc, ...input });

describe('"Exactly one route is used per call."', () => {
  it.each([
    [{}, 'send source_url, from_attachment_id or data'],
    [{ source_url: 'https://example.org/a.png', data: 'AAAA' }, 'source_url and data'],
    [
      { source_url: 'https://example.org/a.png', data: 'AAAA', from_attachment_id: 'att_0' },
      'source_url and from_attachment_id and data',
    ],
  ])('%o → an error that names them', async (input, message) => {
    await expect(run(input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(message),
      hint: 'Send exactly one of source_url, from_attachment_id, data.',
    });
    expect(fetched).toEqual([]);
  });
});

describe('"A public URL. The server fetches the image"', () => {
  const source_url = 'https://example.org/pictures/Pump%20Room.png?size=2';

  it('once, with the limit of the workspace, and calls it what it is called there', async () => {
    const { attachment, placed } = await run({ source_url });
    expect(fetched).toMatchObject([{ url: source_url, purpose: 'image', maxBytes: 10 * 1024 * 1024 }]);
    expect(attachment.name).toBe('Pump Room.png');
    expect(placed).toBe('no');
  });

  it('is not fetched for those who may not edit the document', async () => {
    await expect(run({ source_url }, 'viewer')).rejects.toMatchObject({ code: 'not_found' });
    expect(fetched).toEqual([]);
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html>'), 'text/html', 'web page'],
    ['an SVG', Buffer.from('<svg/>'), 'image/svg+xml', 'SVG'],
    ['a mislabelled file', jpeg(), 'image/png', 'labelled PNG'],
  ])('%s is refused and nothing is written', async (_name, body, contentType, message) => {
    answer = { body, contentType };
    await expect(run({ source_url })).rejects.toMatchObject({ message: expect.stringContaining(message) });
    expect(workspace.store.tables.attachments.size).toBe(0);
  });

  it('"safe against concurrent edits": what was written meanwhile stays, and it is fetched once all the same', async () => {
    const edit = { markdown: 'Written meanwhile', mode: 'append' };
    meanwhile = () => workspace.as('admin', updateDocument, { id: doc, edit });
    const { markdown } = await run({ source_url, insert: 'append' });
    expect(fetched).toHaveLength(1);
    expect(await workspace.store.content('documents', doc)).toBe(`Text\n\nWritten meanwhile\n\n${markdown}`);
  });
});

describe('a picture is placed where it is shown', () => {
  it.each([
    [
      'append',
      'Text\n\n```js\ncode',
      'Text\n\n$\n\n```js\ncode',
      'The text ends in a code fence that nothing closes (line 3), in which it would not be shown; it stands above that.',
    ],
    ['top', '---\ntitle: Pump\n---\nText', '---\ntitle: Pump\n---\n\n$\n\nText', undefined],
  ])('insert %s into %j', async (insert, text, expected, notice) => {
    await workspace.as('admin', updateDocument, { id: doc, edit: { markdown: text } });
    const added = await run({ data: png(), insert });
    const content = await workspace.store.content('documents', doc);
    expect(content.replace(added.markdown, () => '$')).toBe(expected);
    expect(added.notice).toBe(notice);
  });
});

describe('"An attachment already on a document in the workspace. It is copied"', () => {
  it('so deleting the original does not affect the copy', async () => {
    const other = await workspace.as('admin', createDocument, { space: 'handbook', title: 'Other' });
    const original = await workspace.as('editor', addAttachment, {
      doc_id: other.document.id,
      data: png(),
      name: 'Pump.png',
      alt: 'The pump',
    });
    const copy = await run({ from_attachment_id: original.attachment.id, insert: 'append' });
    expect(copy.attachment).toMatchObject({ document: doc, name: 'Pump.png', alt: 'The pump' });
    expect(copy.attachment.id).not.toBe(original.attachment.id);
    await workspace.as('admin', deleteAttachment, { id: original.attachment.id });
    await workspace.services.attachmentFiles.sweep(
      (sha256) => workspace.services.views.attachmentsWithHash(sha256).length > 0,
    );
    const kept = await workspace.as('editor', readAttachment, { id: copy.attachment.id });
    const bytes = await gather(
      workspace.services.attachmentFiles.read(kept, { start: 0, length: kept.size }),
    );
    expect(bytes.equals(png())).toBe(true);
  });

  it('one that the caller may not see is as absent as an unknown one', async () => {
    workspace.addSpace('secret', { visibility: 'private' });
    const hidden = await workspace.as('admin', createDocument, { space: 'secret', title: 'Hidden' });
    const { attachment } = await workspace.as('admin', addAttachment, {
      doc_id: hidden.document.id,
      data: png(),
    });
    const refusals = await Promise.all(
      [attachment.id, 'att_000000000000'].map((id) =>
        run({ from_attachment_id: id }).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toMatchObject({ code: 'not_found' });
    expect(refusals[0]).toEqual(refusals[1]);
  });
});

describe('data', () => {
  it.each([
    ['bare', png().toString('base64')],
    ['as a data: address', `data:image/png;base64,${png().toString('base64')}`],
  ])('base64, %s', async (_name, data) => {
    const { attachment } = await run({ data, name: 'pump', alt: 'The pump' });
    expect(attachment).toMatchObject({ type: 'image/png', name: 'pump.png', alt: 'The pump' });
  });

  it.each([
    ['no base64', 'not base64!'],
    ['an address without base64', 'data:image/svg+xml,<svg/>'],
    ['a mislabelled address', `data:image/gif;base64,${png().toString('base64')}`],
    ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
  ])('%s is refused', async (_name, data) => {
    await expect(run({ data })).rejects.toMatchObject({ name: 'AppError' });
    expect(workspace.store.tables.attachments.size).toBe(0);
  });
});

it('a document takes a thousand attachments and no more', async () => {
  const { attachment } = await run({ data: png() });
  const record = workspace.store.tables.attachments.get(attachment.id);
  if (!record) throw new Error('It is not there.');
  workspace.services.views.attachmentsOf = () => Array.from({ length: 1_000 }, () => record);
  await expect(run({ data: png() })).rejects.toMatchObject({ code: 'conflict' });
});
