import { expect, it } from 'vitest';
import { png, pngChunk } from '../../test/images/pictures.ts';
import { createLogger } from '../log.ts';
import { createImageChecker } from './create-image-checker.ts';

/** Millions of empty parts with right check sums: each costs more to look at than it costs to send. */
function pictureOfParts(megabytes: number): Buffer {
  const part = pngChunk('teXt', new Uint8Array());
  const parts = Buffer.alloc(Math.floor((megabytes * 1024 * 1024) / part.length) * part.length, part);
  const whole = png();
  return Buffer.concat([whole.subarray(0, 33), parts, whole.subarray(33)]);
}

it('a picture that was made to take long ends its thread, and the next one is checked by another (security U4)', async () => {
  const checker = createImageChecker({ log: createLogger('silent') });
  const options = { maxBytes: 200 * 1024 * 1024 };
  try {
    await expect(checker.check(pictureOfParts(100), options)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The picture takes too long to check.',
    });
    await expect(checker.check(png(), options)).resolves.toMatchObject({ type: 'image/png' });
  } finally {
    await checker.close();
  }
});
