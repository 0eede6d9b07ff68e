import { PIXEL_LIMITS } from '../../server/domain/image.ts';
import type { ImageChecker } from '../../server/image-ports.ts';
import { checkImage } from '../../server/images/check-image.ts';

/** The real check, without a thread. */
export const plainImages: ImageChecker = {
  check: (bytes, { declaredType, maxBytes }) =>
    checkImage(bytes, { declaredType, limits: { ...PIXEL_LIMITS, bytes: maxBytes } }),
  close: async () => undefined,
};
