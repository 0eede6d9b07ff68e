import { expect } from 'vitest';
import type { CheckedImage } from '../../server/domain/image.ts';
import { AppError } from '../../server/errors.ts';
import { createImageChecker } from '../../server/images/create-image-checker.ts';
import { createLogger } from '../../server/log.ts';
import { mutatedPictures } from './mutations.ts';

/**
 * Sends broken pictures through the real thread. Each is refused with a reason or comes out such that it passes again
 * unchanged; the thread is lost with none of them.
 */
export async function checkMany(count: number, seed: number): Promise<{ taken: number; refused: number }> {
  const checker = createImageChecker({ log: createLogger('silent') });
  const check = (bytes: Uint8Array) => checker.check(bytes, { maxBytes: 1_000_000 });
  const tally = { taken: 0, refused: 0 };
  try {
    for (const bytes of mutatedPictures(count, seed)) {
      const outcome = await check(bytes).catch((error: unknown) => error);
      if (outcome instanceof AppError) {
        expect(['bad_request', 'payload_too_large', 'unsupported_media_type']).toContain(outcome.code);
        tally.refused += 1;
        continue;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- anything else fails the test here
      const image = outcome as CheckedImage;
      const kept = Buffer.from(image.bytes);
      const again = await check(image.bytes);
      expect(again.removed).toEqual([]);
      expect(kept.equals(again.bytes)).toBe(true);
      tally.taken += 1;
    }
  } finally {
    await checker.close();
  }
  return tally;
}
