import { AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { withinTime } from '../../within-time.ts';
import { visibleTo } from './load.ts';
import { referencesTo, type PageReference } from './page-reference.ts';

const MAX_SIMILAR = 5;
/** Reading does not wait longer for what is an extra. */
const WAIT_MS = 50;

/**
 * The documents most like this one that the acting user may see, best first; null when search does not say so at
 * once: switched off, being restarted, busy. Never rejects.
 */
export async function similarDocuments(
  context: OperationContext,
  id: string,
): Promise<PageReference[] | null> {
  const { log, search } = context.services;
  const request = { id, visible: visibleTo(context), limit: MAX_SIMILAR };
  const asked = search.similarDocuments(request).catch((error: unknown) => {
    if (!(error instanceof AppError)) log.warn({ err: error }, 'similar documents could not be found');
    return null;
  });
  const found = await withinTime(asked, WAIT_MS);
  return (
    found &&
    referencesTo(
      context,
      found.map((hit) => hit.id),
    )
  );
}
