import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mintSecret } from '../../server/domain/token-secret.ts';
import { createSpace } from '../../server/operations/spaces/create.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { setSpaceMember } from '../../server/operations/spaces/set-member.ts';
import { updateSpace } from '../../server/operations/spaces/update.ts';
import { purgeDocument } from '../../server/operations/trash/purge.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { listUploadLinks } from '../../server/operations/upload-links/list.ts';
import { revokeUploadLink } from '../../server/operations/upload-links/revoke.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { png } from '../images/pictures.ts';
import { plainImages } from '../fakes/plain-images.ts';
import { startUploads, type MintedLink, type UploadWorld } from './upload-world.ts';

const HOUR = 3_600_000;

let world: UploadWorld;
beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.close());

const attachments = () => world.workspace.services.views.attachmentsOf(world.document.id);

/** What the page says, and what a picture is answered; `isTaken` if there is one more afterwards. */
async function answersOf({ path }: Pick<MintedLink, 'path'>) {
  const before = attachments().length;
  const page = await world.call('GET', path);
  const sent = await world.post(path, png());
  return {
    statuses: [page.status, sent.status],
    headline: /<h1[^>]*>([^<]*)</.exec(page.text)?.[1],
    hasForm: page.text.includes('<form'),
    message: sent.json['message'],
    state: sent.json['state'],
    isTaken: attachments().length > before,
  };
}

/** "An expired or used link makes the page say so and accept no file." */
const closed = (state: string, message: string) => ({
  statuses: [410, 410],
  headline: message,
  hasForm: false,
  message,
  state,
  isTaken: false,
});

const WITHDRAWN = closed('revoked', 'This upload link was withdrawn.');

describe('an upload link', () => {
  it('“expires one hour after minting”: to the millisecond', async () => {
    const first = await world.mint();
    const second = await world.mint();
    world.workspace.clock.advance(HOUR - 1);
    expect((await world.post(first.path, png())).status).toBe(200);
    world.workspace.clock.advance(1);
    expect(await answersOf(second)).toEqual(closed('expired', 'This upload link has expired.'));
  });

  it('“decided when the last byte is in”: an upload that began in time and ended late is refused', async () => {
    const { path } = await world.mint();
    const bytes = png();
    const status = new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${world.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'image/png', 'content-length': bytes.length, expect: '100-continue' },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => resolve(answer.resume().statusCode));
      // The server asks for the body: it has found the link open.
      outgoing.on('continue', () => {
        world.workspace.clock.advance(HOUR);
        outgoing.end(bytes);
      });
    });
    expect(await status).toBe(410);
    expect(attachments()).toHaveLength(0);
  });

  it('one that was there in time is accepted, however long the check takes', async () => {
    const { path } = await world.mint();
    world.workspace.clock.advance(HOUR - 1);
    world.workspace.services.images = {
      ...plainImages,
      check(bytes, options) {
        world.workspace.clock.advance(10_000);
        return plainImages.check(bytes, options);
      },
    };
    expect((await world.post(path, png())).status).toBe(200);
  });

  it('can be revoked by whoever minted it and by an admin, and by nobody else', async () => {
    const [own, other] = [await world.mint(), await world.mint()];
    const asApprover = world.workspace.as('approver', revokeUploadLink, { id: own.link.id });
    await expect(asApprover).rejects.toMatchObject({ code: 'not_found' });
    await world.workspace.as('editor', revokeUploadLink, { id: own.link.id });
    await world.workspace.as('admin', revokeUploadLink, { id: other.link.id });
    expect(await answersOf(own)).toEqual(WITHDRAWN);
    expect(await answersOf(other)).toEqual(WITHDRAWN);
  });

  it('that is over stays what it is when it is revoked', async () => {
    const used = await world.mint();
    await world.post(used.path, png());
    const { upload_link } = await world.workspace.as('editor', revokeUploadLink, { id: used.link.id });
    expect(upload_link.state).toBe('used');
  });

  it('“10 failures” end it; nine do not, and what is no upload does not count', async () => {
    const { path } = await world.mint();
    await world.post(path, png(), { headers: { 'content-encoding': 'gzip' } });
    await world.call('POST', path, { raw: 'hello', headers: { 'content-type': 'text/plain' } });
    for (let left = 9; left >= 1; left -= 1) {
      const answer = await world.post(path, Buffer.from(`no picture ${left}`));
      expect([answer.status, answer.json['attempts_left']]).toEqual([415, left]);
    }
    expect((await world.call('GET', path)).status).toBe(200);
    const last = await world.post(path, Buffer.from('no picture'));
    expect([last.status, last.json['attempts_left']]).toEqual([415, 0]);
    const [entry] = await world.workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({ action: 'upload_links.send', result: 'refused: unsupported_media_type' });
    expect(await answersOf({ path })).toEqual(closed('blocked', 'This upload link takes no more files.'));
  });

  it('takes a good picture after a refused one: “a failed check does not spend the link”', async () => {
    const { path } = await world.mint();
    expect((await world.post(path, Buffer.from('<svg/>'))).status).toBe(415);
    expect((await world.post(path, png())).status).toBe(200);
  });

  it('lists as what it is, for its minter and for admins only, and its address is told once', async () => {
    const open = await world.mint();
    const used = await world.mint();
    await world.post(used.path, png());
    const all = await world.workspace.as('editor', listUploadLinks, { state: 'all' });
    expect(Object.fromEntries(all.items.map(({ id, state }) => [id, state]))).toEqual({
      [open.link.id]: 'open',
      [used.link.id]: 'used',
    });
    expect((await world.workspace.as('admin', listUploadLinks, {})).items).toMatchObject([
      { id: open.link.id, minted_by: { username: 'editor' }, document: { title: 'Pump manual' } },
    ]);
    expect((await world.workspace.as('approver', listUploadLinks, { state: 'all' })).total).toBe(0);
    const kept = JSON.stringify([...world.workspace.store.tables.upload_links.all(), all]);
    expect(kept).not.toContain(open.token);
    expect(kept).not.toContain(open.token.slice(-10));
  });
});

describe('“mint and use both re-check the minter’s edit right; trash or move of the document kills it”', () => {
  /** What an admin is told of open links: one that its page calls withdrawn is none. */
  const listedOpen = async () =>
    (await world.workspace.as('admin', listUploadLinks, {})).items.map(({ id }) => id);

  it('whose minter was disabled is withdrawn', async () => {
    const link = await world.mint();
    await world.workspace.as('admin', updateUser, { username: 'editor', disabled: true });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
  });

  it('whose minter is only a viewer now is withdrawn', async () => {
    const link = await world.mint();
    await world.workspace.as('admin', updateUser, { username: 'editor', role: 'viewer' });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
  });

  it('whose minter may only read the space now is withdrawn', async () => {
    const link = await world.mint();
    await world.workspace.as('admin', updateSpace, { slug: 'handbook', visibility: 'private' });
    await world.workspace.as('admin', setSpaceMember, {
      slug: 'handbook',
      username: 'editor',
      right: 'read',
    });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
  });

  it('whose minting token was revoked is withdrawn with it', async () => {
    world.workspace.addToken('editor', { id: 'tok_one', name: 'assistant' });
    const call = {
      via: 'mcp' as const,
      credential: { kind: 'personal_token' as const, id: 'tok_one', name: 'assistant' },
    };
    const link = await world.mint({ call });
    expect(link.link.client).toBe('assistant');
    const token = world.workspace.store.tables.tokens.get('tok_one');
    if (token) world.workspace.store.seed('tokens', { ...token, revoked_at: token.created_at });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
  });

  it('to a document in the Trash is withdrawn, and listed as that, while it is there', async () => {
    const link = await world.mint();
    await world.workspace.as('editor', trashDocument, { id: world.document.id });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
    await world.workspace.as('editor', restoreFromTrash, { id: world.document.id });
    expect((await world.call('GET', link.path)).status).toBe(200);
    expect(await listedOpen()).toEqual([link.link.id]);
  });

  it('to a document that was deleted for ever is gone with it', async () => {
    const { path } = await world.mint();
    await world.workspace.as('editor', trashDocument, { id: world.document.id });
    await world.workspace.as('admin', purgeDocument, { id: world.document.id });
    expect((await world.call('GET', path)).status).toBe(404);
    expect(world.workspace.store.tables.upload_links.size).toBe(0);
  });

  it('to a document that was moved is withdrawn', async () => {
    const link = await world.mint();
    await world.workspace.as('admin', createSpace, { slug: 'archive', name: 'Archive' });
    await world.workspace.as('editor', updateDocument, { id: world.document.id, space: 'archive' });
    expect(await answersOf(link)).toEqual(WITHDRAWN);
    expect(await listedOpen()).toEqual([]);
  });

  it('is minted only by who may edit the document', async () => {
    await expect(world.mint({ as: 'viewer' })).rejects.toMatchObject({ code: 'not_found' });
    await world.publish();
    await expect(world.mint({ as: 'viewer' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('never becomes many: twenty open ones of a person for a document are the most', async () => {
    for (let count = 0; count < 20; count += 1) await world.mint();
    await expect(world.mint()).rejects.toMatchObject({ code: 'conflict' });
    await world.mint({ as: 'approver' });
    world.workspace.clock.advance(HOUR);
    await world.mint();
  });

  it('is forgotten a week after its end, when the next one is minted', async () => {
    await world.mint();
    world.workspace.clock.advance(HOUR + 7 * 24 * HOUR + 1);
    const { link } = await world.mint();
    expect([...world.workspace.store.tables.upload_links.all()].map(({ id }) => id)).toEqual([link.id]);
  });
});

describe('an address that is no link of ours', () => {
  it.each(['nonsense', 'cpl_up_short', `cpl_up_${'a'.repeat(49)}`, 'cpl_pat_x', '%00', 'a'.repeat(90)])(
    '“uniform 404”: %s',
    async (token) => {
      const page = await world.call('GET', `/upload/${token}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('<h1>There is no such upload link.</h1>');
      const sent = await world.post(`/upload/${token}`, png());
      expect(sent).toMatchObject({ status: 404, json: { error: 'not_found' } });
    },
  );

  it('answers like a well-formed token that was never minted', async () => {
    const page = await world.call('GET', `/upload/${mintSecret('upload_link').secret}`);
    expect(page.text).toBe((await world.call('GET', '/upload/nonsense')).text);
  });
});
