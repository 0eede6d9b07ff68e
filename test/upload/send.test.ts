import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { imageMarkdown } from '../../server/domain/image-name.ts';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { gif, jpeg, lossyWebp, png } from '../images/pictures.ts';
import { startUploads, type UploadWorld } from './upload-world.ts';

let world: UploadWorld;
beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.close());

const attachments = () => world.workspace.services.views.attachmentsOf(world.document.id);

describe('a picture that is sent on an upload link', () => {
  it.each([
    ['PNG', png, 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
    ['GIF', gif, 'image/gif'],
    ['WebP', lossyWebp, 'image/webp'],
  ])(
    '“takes image files only”: a %s is attached and placed, and the link is spent',
    async (_, picture, type) => {
      const { path, link } = await world.mint({ alt: 'The pump' });
      const answer = await world.post(path, picture(), { type, name: 'the pump' });
      expect(answer).toMatchObject({
        status: 200,
        json: {
          document_title: 'Pump manual',
          space_name: 'handbook',
          message: 'It stands at the end of the document.',
        },
      });
      const [attachment] = attachments();
      expect(attachment).toMatchObject({ type, alt: 'The pump', document_id: world.document.id });
      const markdown = attachment && imageMarkdown(attachment, 'The pump');
      expect(await world.text()).toBe(`How to prime the pump.\n\n${markdown}`);
      const stored = world.workspace.store.tables.upload_links.get(link.id);
      expect(stored).toMatchObject({ attachment_id: attachment?.id, used_at: expect.any(String) });
      expect(await world.post(path, picture(), { type })).toMatchObject({
        status: 410,
        json: { error: 'gone', message: 'This upload link has been used.', state: 'used' },
      });
      expect(attachments()).toHaveLength(1);
    },
  );

  it('goes to the top, or is only attached, as the link says', async () => {
    const top = await world.mint({ insert: 'top' });
    expect((await world.post(top.path, png())).json['message']).toBe('It stands at the top of the document.');
    expect(await world.text()).toMatch(/^!\[\]\(\/attachments\/.*\)\n\nHow to prime the pump\.$/);
    const none = await world.mint({ insert: 'none' });
    const before = await world.text();
    expect((await world.post(none.path, png())).json['message']).toBe('It is attached to the document.');
    expect(await world.text()).toBe(before);
    expect(attachments()).toHaveLength(2);
  });

  it('stands above what nothing closes at the end of the text, and the page says so', async () => {
    const edit = { markdown: 'Steps\n\n<!-- to be written' };
    await world.workspace.as('editor', updateDocument, { id: world.document.id, edit });
    const { path } = await world.mint();
    const { json } = await world.post(path, png());
    expect(json['message']).toMatch(
      /^It stands at the end of the document\. The text ends in an HTML comment/,
    );
    expect(await world.text()).toMatch(/^Steps\n\n!\[\]\(\/attachments\/.*\)\n\n<!-- to be written$/);
  });

  it('finds no room in the workspace: that is said, and the link stays good for when there is', async () => {
    const { views } = world.workspace.services;
    const full = { files: 1, bytes: 10 * 1024 ** 3 };
    const spy = vi.spyOn(views, 'attachmentUse').mockReturnValue(full);
    const { path } = await world.mint();
    expect(await world.post(path, png())).toMatchObject({
      status: 409,
      json: { error: 'conflict', message: expect.stringContaining('There is no room for this picture') },
    });
    expect(attachments()).toHaveLength(0);
    spy.mockRestore();
    expect((await world.post(path, png())).status).toBe(200);
  });

  it('“attaching is allowed; placing into a live body by an editor queues a change request”', async () => {
    await world.publish();
    const { path } = await world.mint();
    expect((await world.post(path, png())).json['message']).toBe(
      'It is attached, and will stand at the end of the document once somebody has reviewed it.',
    );
    expect(await world.text()).toBe('How to prime the pump.');
    expect(attachments()).toHaveLength(1);
    const { items } = await world.workspace.as('approver', listChangeRequests, {});
    expect(items).toMatchObject([{ document: { id: world.document.id }, state: 'pending' }]);
  });

  it('“recorded in the audit log as the person who minted the link”, via the link, in one entry', async () => {
    const { path, link } = await world.mint();
    await world.post(path, png());
    const [entry] = await world.workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({
      action: 'upload_links.send',
      user_id: world.workspace.services.views.userByName('editor')?.id,
      username: 'editor',
      via: 'upload',
      credential_id: link.id,
      target: { type: 'document', id: world.document.id },
      result: 'ok',
    });
    expect(attachments()[0]?.by).toMatchObject({ user_id: entry?.user_id, via: 'upload' });
  });

  it('“200 parallel posts → exactly 1 accepted, 199 get 410”', async () => {
    const { path } = await world.mint();
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.post(path, png())));
    const withStatus = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([withStatus(200), withStatus(410)]).toEqual([1, 199]);
    expect(attachments()).toHaveLength(1);
    expect((await world.text()).match(/!\[/g)).toHaveLength(1);
  });

  it('keeps what somebody else wrote meanwhile', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => world.mint()));
    await Promise.all(links.map(({ path }) => world.post(path, png())));
    const text = await world.text();
    expect(text.startsWith('How to prime the pump.')).toBe(true);
    expect(text.match(/!\[/g)).toHaveLength(8);
  });
});

describe('an answer that got lost', () => {
  const id = { 'x-upload-id': 'a'.repeat(32) };

  it('is given again to the same attempt, and the picture is there once', async () => {
    const { path } = await world.mint();
    const first = await world.post(path, png(), { headers: id });
    const again = await world.post(path, png(), { headers: id });
    expect(again.status).toBe(200);
    expect(again.json).toEqual(first.json);
    expect(attachments()).toHaveLength(1);
  });

  it('is given to the same attempt also when the first is under way still', async () => {
    const { path } = await world.mint();
    const answers = await Promise.all([1, 2, 3].map(() => world.post(path, png(), { headers: id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(attachments()).toHaveLength(1);
  });

  it('is given to nobody else', async () => {
    const { path } = await world.mint();
    await world.post(path, png(), { headers: id });
    expect((await world.post(path, png(), { headers: { 'x-upload-id': 'b'.repeat(32) } })).status).toBe(410);
    expect((await world.post(path, png())).status).toBe(410);
    const other = await world.mint();
    await world.post(other.path, png(), { headers: id });
    expect(attachments()).toHaveLength(2);
  });
});
