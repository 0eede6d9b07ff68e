import { Clock, Compass, FileText, Filter, ListPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { documentAddress } from '../routing/addresses.ts';
import { useReader } from '../shell/reader.tsx';
import { useCommands } from './commands.ts';
import { completions } from './completions.ts';
import type { Entry, EntryGroup } from './entry.ts';
import { matches } from './matches.ts';
import { recentPages } from './recent-pages.ts';
import { RESULTS_AT_FIRST, useResults, type Results } from './use-results.ts';
import { useVocabulary } from './vocabulary.ts';

export interface Search {
  text: string;
  limit: number;
  setText: (text: string) => void;
  setLimit: (limit: number) => void;
}

/** Commands among the results; without a search all are shown. */
const MOST_COMMANDS = 5;

/** Everything that the box offers for what is written in it. */
export function useEntries(search: Search): { groups: readonly EntryGroup[]; results: Results } {
  const { text, setText } = search;
  const { account } = useReader();
  const [, navigate] = useLocation();
  const commands = useCommands(true);
  const vocabulary = useVocabulary(true);
  const results = useResults(text, search.limit);

  const page = (id: string, address: string, entry: Pick<Entry, 'label' | 'icon'>): Entry => ({
    ...entry,
    id,
    effect: 'leaves',
    choose: () => navigate(address),
  });

  const groups: EntryGroup[] =
    text.trim() === ''
      ? [
          {
            title: 'Recent pages',
            entries: recentPages(account.id).map(({ id, title, space }) => ({
              ...page(`recent-${id}`, documentAddress(id), { label: title, icon: Clock }),
              detail: space,
            })),
          },
          { title: 'Commands', entries: commands },
        ]
      : [
          {
            title: 'Filters',
            entries: completions(text, vocabulary).map((completion) => ({
              id: `filter-${completion.label}`,
              label: completion.label,
              icon: Filter,
              effect: 'stays',
              choose: () => setText(completion.text),
            })),
          },
          {
            title: 'Did you mean',
            entries: (results.found?.suggestions ?? []).map(({ id, title }) =>
              page(`meant-${id}`, documentAddress(id), { label: title, icon: Compass }),
            ),
          },
          {
            title: 'Pages',
            entries: [
              ...(results.found?.items ?? []).map((item) => ({
                ...page(item.id, documentAddress(item.id, item.anchor), {
                  label: item.title,
                  icon: FileText,
                }),
                detail: item.status === 'draft' ? `${item.space} · draft` : item.space,
                section: item.section,
                snippet: item.snippet,
              })),
              ...more(search, results),
            ],
          },
          {
            title: 'Commands',
            entries: commands.filter(({ label }) => matches(label, text)).slice(0, MOST_COMMANDS),
          },
        ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), results };
}

function more({ limit, setLimit }: Search, { found }: Results): Entry[] {
  if (!found || found.total <= found.items.length || found.items.length < limit) return [];
  return [
    {
      id: 'more',
      label: `Show more of ${found.total} pages`,
      icon: ListPlus,
      effect: 'stays',
      choose: () => setLimit(limit + RESULTS_AT_FIRST),
    },
  ];
}
