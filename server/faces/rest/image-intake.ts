import { mostImageBytes } from '../../operations/attachments/keep-image.ts';
import type { Services } from '../../operations/define.ts';
import { loadSettings } from '../../operations/perform.ts';
import { allowBodyTime } from '../http/body-time.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { HttpContext } from '../http/request-context.ts';
import { createSlots } from '../upload/slots.ts';

/** Security R2: pictures that are in memory at a time, and of those how many of one person. */
const SLOTS = { total: 10, perKey: 4 };

/**
 * Reads the picture of a request and runs something with it, a few at a time. What reads forms is loaded with the
 * first picture.
 */
export function createImageIntake(
  services: Services,
  { uploadTimeoutMs }: Pick<HttpLimits, 'uploadTimeoutMs'>,
) {
  const takeSlot = createSlots(SLOTS);
  return async function withImage<T>(
    ctx: HttpContext,
    userId: string,
    run: (sent: Record<string, unknown>) => Promise<T>,
  ): Promise<T> {
    const giveBack = await takeSlot(userId);
    try {
      allowBodyTime(ctx.req, uploadTimeoutMs);
      const { readImageBody } = await import('../http/image-body.ts');
      const settings = loadSettings(services.store.tables);
      const { bytes, declaredType, name } = await readImageBody(ctx.req, mostImageBytes({ settings }));
      return await run({
        data: bytes,
        ...(declaredType !== undefined && { declared_type: declaredType }),
        ...(name !== undefined && { name: name.slice(0, 500) }),
      });
    } finally {
      giveBack();
    }
  };
}
