import { isId } from '../server/domain/identifier.ts';
import { parseAddress } from './origin.ts';

export const LINK_SCHEME = 'commonplace';

/**
 * The app's route that a link leads to: `commonplace://document/<id>`. Any other link leads nowhere: whoever wrote it
 * decides nothing but which of the reader's own documents is shown.
 */
export function routeOfLink(link: string): string | undefined {
  const url = parseAddress(link);
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'document') return undefined;
  const id = url.pathname.slice(1);
  return isId('document', id) ? `/documents/${id}` : undefined;
}

/** The link among the words that a program was started with: that is how Windows and Linux hand one over. */
export function linkAmong(words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith(`${LINK_SCHEME}:`));
}
