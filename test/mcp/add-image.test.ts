import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gif, jpeg, lossyWebp, png } from '../images/pictures.ts';
import { clients, documentIn, type CallResult, type TestClient } from './clients.ts';
import { startEngineering, type Connector, type Person } from './connector.ts';

let connector: Connector;
let ada: Person;

beforeEach(async () => {
  ({ connector, ada } = await startEngineering());
});
afterEach(() => connector.close());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const resultSchema = z.object({
  markdown: z.string(),
  placed: z.string(),
  message: z.string(),
  attachment: z.object({ id: z.string(), name: z.string(), type: z.string(), url: z.string() }),
});
const added = ({ structured }: CallResult) => resultSchema.parse(structured);

describe.each(clients)('add_image, called with the $label client', ({ connect }) => {
  let client: TestClient;
  let id: string;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
    id = documentIn(await client.call('create_doc', { title: 'Valve', markdown: 'Text' })).id;
  });

  const addImage = (input: Record<string, unknown>) => client.call('add_image', { doc_id: id, ...input });
  const text = async () => (await client.call('read_doc', { id })).structured['markdown'];

  async function bytesAt(url: string): Promise<Buffer> {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${ada.token}` } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  test.each([
    ['PNG', png()],
    ['JPEG', jpeg()],
    ['GIF', gif()],
    ['WebP', lossyWebp()],
  ])('data: a %s is attached, and its bytes are at the address that is answered', async (_type, bytes) => {
    const reply = await addImage({ data: base64(bytes), filename: 'valve', alt: 'The valve' });
    const { attachment, markdown, placed, message } = added(reply);
    expect(placed).toBe('no');
    expect(message).toContain(markdown);
    expect(await text()).toBe('Text');
    expect((await bytesAt(attachment.url)).equals(bytes)).toBe(true);
  });

  test('insert append and top place it; the reply says that it stands in the text', async () => {
    const first = added(await addImage({ data: `data:image/png;base64,${base64(png())}`, insert: 'append' }));
    const second = added(await addImage({ data: base64(gif()), insert: 'top', alt: 'Moving' }));
    expect(await text()).toBe(`${second.markdown}\n\nText\n\n${first.markdown}`);
    expect(first).toMatchObject({ placed: 'now', message: expect.stringContaining('has no alt text') });
    expect(second.message).toContain('version 3');
  });

  test('source_url is fetched by the server', async () => {
    connector.services.fetcher = {
      fetch: async ({ url }) => ({ url, status: 200, contentType: 'image/png', headers: {}, body: png() }),
    };
    const { attachment } = added(await addImage({ source_url: 'https://example.org/valve.png' }));
    expect(attachment).toMatchObject({ name: 'valve.png', type: 'image/png' });
    expect((await bytesAt(attachment.url)).equals(png())).toBe(true);
  });

  test('from_attachment_id copies', async () => {
    const original = added(await addImage({ data: base64(png()), filename: 'valve', alt: 'The valve' }));
    const other = documentIn(await client.call('create_doc', { title: 'Other', markdown: '' })).id;
    const copy = added(
      await addImage({ doc_id: other, from_attachment_id: original.attachment.id, insert: 'append' }),
    );
    expect(copy.attachment.id).not.toBe(original.attachment.id);
    expect(copy.markdown).toContain('The valve');
    expect((await bytesAt(copy.attachment.url)).equals(png())).toBe(true);
  });

  test.each([
    [{}, 'send source_url, from_attachment_id or data'],
    [{ data: 'AAAA', url: 'https://example.org/a.png' }, 'source_url and data'],
    [{ data: base64(Buffer.from('<svg/>')) }, 'SVG'],
    [{ data: base64(Buffer.from('GIF')) }, 'damaged'],
    [{ data: base64(Buffer.concat([png(), Buffer.from('PK')])) }, 'goes on after the end'],
    [{ data: `data:image/gif;base64,${base64(png())}` }, 'labelled GIF'],
    [{ data: 'not base64!' }, 'not base64'],
    [{ from_attachment_id: 'att_000000000000' }, 'No such attachment'],
  ])('%j is refused with a sentence that says why, and nothing is written', async (input, message) => {
    const { isError, texts } = await addImage(input);
    expect(isError).toBe(true);
    expect(texts.join(' ')).toContain(message);
    expect(connector.store.tables.attachments.size).toBe(0);
    expect(await text()).toBe('Text');
  });

  test('data above the limit is refused with the hint to use an upload link, also when it is far above', async () => {
    await connector.settings({ attachment_limit_mb: 1 });
    const large = (times: number) => addImage({ data: base64(Buffer.alloc(times * 1024 * 1024)) });
    const { isError, texts } = await large(1.01);
    expect(isError).toBe(true);
    expect(texts.join(' ')).toContain('upload link');
    // Of a body that large nothing is read, so that the refusal is that of the whole message.
    await expect(large(3)).rejects.toThrow(/by the link of request_upload/);
  });

  test('strict: placing into a published text by an editor waits for review; the image is attached at once', async () => {
    await connector.settings({ approval_mode: 'open' });
    await client.call('update_doc', { id, publish: true });
    await connector.settings({ approval_mode: 'strict' });
    const { placed, message } = added(
      await addImage({ data: base64(png()), insert: 'append', alt: 'The valve' }),
    );
    expect(placed).toBe('waiting');
    expect(message).toMatch(/in the review queue.*Change request: cr_/);
    expect(await text()).toBe('Text');
    expect(connector.store.tables.attachments.size).toBe(1);
  });
});
