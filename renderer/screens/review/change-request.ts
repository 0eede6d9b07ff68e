import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type ChangeRequest = OutputOf<'change_requests.read'>;
export type ChangeRequestSummary = OutputOf<'change_requests.list'>['items'][number];

const STATES: Record<ChangeRequestSummary['state'], { word: string; color: string }> = {
  pending: { word: 'Waiting', color: 'yellow' },
  approved: { word: 'Approved', color: 'ledger' },
  rejected: { word: 'Rejected', color: 'red' },
  withdrawn: { word: 'Withdrawn', color: 'gray' },
  superseded: { word: 'Replaced by a newer one', color: 'gray' },
};

/** The state of a change request in words, and the colour it is shown in. */
export function inWords({ state }: Pick<ChangeRequestSummary, 'state'>): { word: string; color: string } {
  return STATES[state];
}

const FIELDS = {
  title: 'title',
  summary: 'summary',
  tags: 'tags',
  type: 'type',
  space: 'space',
  parent: 'place in the tree',
} as const;

/** What a request wants, as the start of a sentence: “Publish, change the text and tags”. */
export function wishOf({ proposed, changes_content }: ChangeRequestSummary): string {
  const parts = changes_content ? ['text'] : [];
  for (const [name, word] of Object.entries(FIELDS)) if (Object.hasOwn(proposed, name)) parts.push(word);
  const changes = parts.length === 0 ? '' : `change the ${new Intl.ListFormat('en').format(parts)}`;
  const status = proposed.status === 'published' ? 'publish' : proposed.status === 'draft' ? 'unpublish' : '';
  const wish = [status, changes].filter((part) => part !== '').join(', ');
  return wish.charAt(0).toUpperCase() + wish.slice(1);
}
