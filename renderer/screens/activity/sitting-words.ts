import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type Sitting = OutputOf<'sittings.list'>['items'][number];
export type Undoing = OutputOf<'sittings.undo'>;
export type UndoItem = Undoing['items'][number];

/** How much a sitting did: “3 changes in 2 pages”. */
export function extentOf({ writes, documents }: Pick<Sitting, 'writes' | 'documents'>): string {
  const changes = writes === 1 ? '1 change' : `${writes} changes`;
  if (documents === 0) return changes;
  return `${changes} in ${documents === 1 ? '1 page' : `${documents} pages`}`;
}

const OUTCOMES: Record<UndoItem['outcome'], { planned: string; done: string; color: string }> = {
  undone: { planned: 'Will be taken back', done: 'Taken back', color: 'ledger' },
  partly: { planned: 'Will be taken back in part', done: 'Taken back in part', color: 'yellow' },
  queued: { planned: 'Will wait for review', done: 'Waits for review', color: 'yellow' },
  kept: { planned: 'Stays', done: 'Stays', color: 'gray' },
};

/** What becomes, or has become, of one thing that the sitting touched. */
export function outcomeOf({ outcome }: UndoItem, isPreview: boolean): { word: string; color: string } {
  const { planned, done, color } = OUTCOMES[outcome];
  return { word: isPreview ? planned : done, color };
}

const THINGS: Record<string, string> = {
  document: 'Page',
  change_request: 'Change request',
  deck: 'Training',
  upload_link: 'Upload link',
  attachment: 'Image',
};

/** A thing by its title, or by what it is. */
export function nameOf({ title, type }: Pick<UndoItem, 'title' | 'type'>): string {
  return title ?? THINGS[type] ?? type.replaceAll('_', ' ');
}
