import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type MirrorStatus = OutputOf<'markdown_mirror.status'>;

/** How far the work is, 0 to 100. */
export function mirrorPercent({ done, total }: Pick<MirrorStatus, 'done' | 'total'>): number {
  return total === 0 ? 0 : Math.round((done / total) * 100);
}
