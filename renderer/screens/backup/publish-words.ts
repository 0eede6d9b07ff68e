import type { Published } from './use-publishing.ts';
import { counted } from '../../components/amounts.ts';

/** What the button says: all of them, or those that are left after a first go. */
export function publishWords(count: number, isRest: boolean): string {
  if (count === 1) return 'Publish the page';
  return `Publish ${isRest ? 'the other' : 'all'} ${counted(count, 'page')}`;
}

/** What became of the pages, a sentence each; nothing of what there is none of. */
export function publishedWords({ published, waiting, refused }: Published): string[] {
  const drafts = refused.length === 1 ? 'still a draft' : 'still drafts';
  return [
    ...(published > 0 ? [`${pagesAre(published)} published.`] : []),
    ...(waiting > 0 ? [`${pagesAre(waiting)} in the review queue.`] : []),
    ...(refused.length > 0 ? [`${pagesAre(refused.length)} ${drafts}:`] : []),
  ];
}

const pagesAre = (count: number) => `${counted(count, 'page')} ${count === 1 ? 'is' : 'are'}`;
