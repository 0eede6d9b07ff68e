import type { LucideIcon } from 'lucide-react';

/** One line of the search box: a page, a filter, a command. */
export interface Entry {
  /** Unique among all entries that are shown together. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** What stands small beside the label, e.g. the space. */
  detail?: string;
  /** Where in the page the words stand, and how. */
  section?: string | null;
  snippet?: string;
  /** What choosing it does: `stays` in the box, `leaves` for another page, `acts` and closes the box. */
  effect: 'stays' | 'leaves' | 'acts';
  choose(): void;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}
