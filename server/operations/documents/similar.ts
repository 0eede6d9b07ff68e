import { AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
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
  const found = await withinTime(asked);
  return (
    found &&
    referencesTo(
      context,
      found.map((hit) => hit.id),
    )
  );
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
