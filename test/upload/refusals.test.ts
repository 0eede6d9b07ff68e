import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryAttachments } from '../fakes/memory-attachments.ts';
import { animatedPng, gif, jpeg, lossyWebp, png, pngHeader, pngOfSize } from '../images/pictures.ts';
import { multipart, picturePart } from './forms.ts';
import { startUploads, type UploadWorld } from './upload-world.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const PNG_SIGNATURE = ascii('\x89PNG\r\n\x1a\n');

/** "F10 list → refused on all four" routes, and what U3 and U4 add to it. */
const REFUSED: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  'the three bytes GIF': ascii('GIF'),
  'a script behind a GIF head': ascii('GIFxyz<script>alert(1)</script>'),
  'a script behind a GIF head of the right version': ascii('GIF89a<script>alert(1)</script>'),
  'a web page behind a JPEG head': ascii('\xff\xd8\xff<html><script>alert(1)</script></html>'),
  'a script behind a WebP head': ascii('RIFF....WEBP<script>alert(1)</script>'),
  'a PNG header of 65535 × 65535 pixels': Buffer.concat([PNG_SIGNATURE, pngHeader(65_535, 65_535)]),
  'a whole PNG that claims 65535 × 65535 pixels': pngOfSize(65_535, 65_535),
  'a PNG with a ZIP behind it': Buffer.concat([png(), ascii('PK\x03\x04'), Buffer.alloc(100)]),
  'a JPEG with a page behind it': Buffer.concat([jpeg(), ascii('<html></html>')]),
  'a GIF with a script behind it': Buffer.concat([gif(), ascii('/*')]),
  'a WebP with bytes behind it': Buffer.concat([lossyWebp(), Buffer.alloc(8)]),
  'half a PNG': png().subarray(0, 50),
  'a PNG with a changed byte': flipped(png(), 40),
  'an animation of 1,001 frames': animatedPng(1_001),
  'an SVG': ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an SVG behind a declaration': ascii(
    '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>',
  ),
  'a web page': ascii('<!doctype html><title>x</title>'),
  'a PDF': ascii('%PDF-1.7\n'),
  'a text': ascii('hello'),
};

function flipped(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
}

let world: UploadWorld;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.close());

const written = () => ({
  attachments: world.workspace.store.tables.attachments.size,
  contents: (world.workspace.services.attachmentFiles as MemoryAttachments).contents.size,
});
const NOTHING = { attachments: 0, contents: 0 };

describe('“refuse the whole list of F10 and U3 with nothing written”', () => {
  it.each(Object.entries(REFUSED))('%s, as the body', async (_, bytes) => {
    const { path } = await world.mint({ as: 'admin' });
    const answer = await world.post(path, bytes, { type: 'application/octet-stream' });
    expect([400, 413, 415]).toContain(answer.status);
    expect(answer.json).toMatchObject({ message: expect.stringMatching(/\.$/), attempts_left: 9 });
    expect(written()).toEqual(NOTHING);
    world.workspace.clock.advance(3_600_000);
  });

  it.each(Object.entries(REFUSED))('%s, as the file of the form', async (name, bytes) => {
    const { path } = await world.mint({ as: 'admin' });
    const answer = await world.call('POST', path, multipart(picturePart(bytes, 'image/png')));
    expect([400, 413, 415]).toContain(answer.status);
    expect(answer.text).toMatch(/role="alert"/);
    expect([name, written()]).toEqual([name, NOTHING]);
    world.workspace.clock.advance(3_600_000);
  });

  it.each([
    ['a PNG as JPEG', png(), 'image/jpeg'],
    ['a JPEG as PNG', jpeg(), 'image/png'],
    ['a GIF as WebP', gif(), 'image/webp'],
    ['a PNG as SVG', png(), 'image/svg+xml'],
  ])('“a mislabelled file is refused”: %s', async (_, bytes, type) => {
    const { path } = await world.mint({ as: 'admin' });
    expect((await world.post(path, bytes, { type })).status).toBe(415);
    expect(written()).toEqual(NOTHING);
    world.workspace.clock.advance(3_600_000);
  });
});

describe('“Cap while streaming: lying or absent Content-Length, chunked”', () => {
  it('a body above the limit is refused and counted, with its length known or not, raw or in a form', async () => {
    world.workspace.set({ attachment_limit_mb: 1 });
    const { path } = await world.mint({ as: 'admin' });
    const large = Buffer.concat([png(), Buffer.alloc(1_100_000)]);
    const { raw, headers } = multipart(picturePart(large));
    const { 'content-length': _length, ...lengthless } = headers;
    const chunked = { 'transfer-encoding': 'chunked' };
    const answers = [
      await world.call('POST', path, { raw: large, headers: { 'content-type': 'image/png' } }),
      await world.call('POST', path, {
        raw: large,
        headers: { 'content-type': 'image/png', ...chunked, 'content-length': [] },
      }),
      await world.call('POST', path, { raw, headers }),
      await world.call('POST', path, { raw, headers: { ...lengthless, ...chunked, 'content-length': [] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413]);
    expect(answers[1]?.json).toMatchObject({ message: 'The picture is larger than 1 MB.', attempts_left: 8 });
    expect(answers[3]?.text).toContain('The picture is larger than 1 MB.');
    expect(written()).toEqual(NOTHING);
  });
});
