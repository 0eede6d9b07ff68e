import { AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { withinTime } from '../../within-time.ts';
import { visibleTo } from './load.ts';
import { referencesTo, type PageReference } from './page-reference.ts';

const MOST_CLOSEST = 3;
/** A refusal does not wait longer for what is an extra. */
const WAIT_MS = 200;

/**
 * The documents that this person may see whose titles come closest to a text, for somebody who named a document
 * that is not there. It depends on the text alone, so a hidden document is answered like none at all (security A2). Empty
 * when nothing comes close or search does not answer at once; never rejects.
 */
export async function closestDocuments(
  context: Pick<OperationContext, 'services' | 'user'>,
  text: string,
): Promise<PageReference[]> {
  const { log, search } = context.services;
  // Ids and names of files part their words with these.
  const words = text.replaceAll(/[-_/]+/g, ' ').trim();
  if (words === '') return [];
  const request = { text: words, visible: visibleTo(context), limit: MOST_CLOSEST };
  const asked = search.closestTitles(request).catch((error: unknown) => {
    if (!(error instanceof AppError)) log.warn({ err: error }, 'no titles could be suggested');
    return [];
  });
  const found = (await withinTime(asked, WAIT_MS)) ?? [];
  return referencesTo(
    context,
    found.map(({ id }) => id),
  ).slice(0, MOST_CLOSEST);
}
