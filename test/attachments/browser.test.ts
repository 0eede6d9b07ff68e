import { expect, it } from 'vitest';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { png } from '../images/pictures.ts';
import { signIn, startSignIn, type SignInWorld } from '../sign-in/world.ts';

async function attached({ server: { workspace } }: SignInWorld) {
  const { document } = await workspace.as('admin', createDocument, { space: 'handbook', title: 'Pump' });
  const { attachment } = await workspace.as('admin', addAttachment, { doc_id: document.id, data: png() });
  return { id: document.id, path: new URL(attachment.url).pathname };
}

it('shows a picture to whoever is signed in and may read its document, and to nobody else', async () => {
  const world = await startSignIn();
  const { path } = await attached(world);
  const editor = world.visitor();
  expect((await editor.open(path)).status).toBe(401);
  await signIn(editor);
  const { status, headers } = await editor.open(path);
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  expect((await world.visitor().open(path)).status).toBe(401);
});

it('a wrong token is not made up for by a cookie', async () => {
  const world = await startSignIn();
  const { path } = await attached(world);
  const editor = world.visitor();
  await signIn(editor);
  expect((await editor.open(path, { authorization: 'Bearer cpl_pat_wrong' })).status).toBe(401);
});

it('the session ends with the right: a picture that was shown is gone when its document moves out of sight', async () => {
  const world = await startSignIn();
  const { id, path } = await attached(world);
  const editor = world.visitor();
  await signIn(editor);
  expect((await editor.open(path)).status).toBe(200);
  world.server.workspace.addSpace('secret', { visibility: 'private' });
  await world.server.workspace.as('admin', updateDocument, { id, space: 'secret' });
  expect((await editor.open(path)).status).toBe(404);
});

it('answers so many requests of one person a minute and no more', async () => {
  const world = await startSignIn({ limits: { imagesPerMinute: 3 } });
  const { path } = await attached(world);
  const editor = world.visitor();
  await signIn(editor);
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await editor.open(path)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
