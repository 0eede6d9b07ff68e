import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../server/errors.ts';
import { addImage } from '../../server/operations/attachments/add-image.ts';
import { importAttachment } from '../../server/operations/attachments/import.ts';
import { newId } from '../../server/domain/identifier.ts';
import { startUploads, type UploadWorld } from '../upload/upload-world.ts';
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts';

let world: UploadWorld;

beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.close());

const REFUSALS = [400, 413, 415];
const statusOf = (error: AppError) => error.status;

/** Each way in which bytes can come, and the status with which it refuses a file. */
const ROUTES: Record<string, (file: HostileFile) => Promise<number | object>> = {
  'REST, the body': async ({ bytes, type }) => {
    const token = await world.token('editor');
    const path = `/api/v1/documents/${world.document.id}/attachments`;
    return (await world.call('POST', path, { token, raw: bytes, headers: { 'content-type': type } })).status;
  },
  'an upload link': async ({ bytes, type }) =>
    (await world.post((await world.mint()).path, bytes, { type })).status,
  'add_image, data': ({ bytes, type }) =>
    world.workspace
      .as('editor', addImage, {
        doc_id: world.document.id,
        data: `data:${type};base64,${bytes.toString('base64')}`,
        insert: 'append',
      })
      .catch(statusOf),
  'add_image, source_url': ({ bytes, type }) => {
    const answer = { status: 200, contentType: type, headers: {}, body: Buffer.from(bytes) };
    world.workspace.services.fetcher = { fetch: async ({ url }) => ({ url, ...answer }) };
    const input = { doc_id: world.document.id, source_url: 'https://example.org/a.png', insert: 'append' };
    return world.workspace.as('editor', addImage, input).catch(statusOf);
  },
};

/** Of a label the import knows nothing: a file's ending is no promise. */
const LABELS_ALONE = new Set(['a JPEG that says it is a PNG', 'a PNG that says it is an SVG']);

describe.each(Object.entries(ROUTES))('"the same checker on every route": %s', (_name, send) => {
  it.each(HOSTILE_FILES)('refuses $name and writes nothing', async (file) => {
    expect(REFUSALS).toContain(await send(file));
    expect(world.workspace.store.tables.attachments.size).toBe(0);
    expect(await world.text()).toBe(world.document.content);
  });
});

it.each(HOSTILE_FILES.filter(({ name }) => !LABELS_ALONE.has(name)))(
  'an import refuses $name',
  async ({ bytes }) => {
    const input = {
      attachment_id: newId('attachment'),
      doc_id: world.document.id,
      name: 'a.png',
      data: bytes,
    };
    const status = await world.workspace.as('admin', importAttachment, input, { via: 'cli' }).catch(statusOf);
    expect(REFUSALS).toContain(status);
    expect(world.workspace.store.tables.attachments.size).toBe(0);
  },
);
