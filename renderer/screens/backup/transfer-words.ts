import { progressWords } from '../../../server/domain/markdown-files/transfer-progress.ts';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { counted, sizeWords } from './words.ts';

export type TransferJob = NonNullable<OutputOf<'markdown_files.status'>['job']>;

/** What an import or export is doing. */
export function runningTitle({ kind, phase }: Pick<TransferJob, 'kind' | 'phase'>): string {
  if (phase === 'receiving') return 'Receiving the files…';
  if (phase === 'writing') return kind === 'import' ? 'Importing…' : 'Exporting…';
  return kind === 'import' ? 'Looking at the files…' : 'Reading the pages…';
}

/** How far it is with it: “120 of 301 pages · 14 of 88 pictures”. */
export function runningDetail(job: TransferJob): string {
  if (job.phase === 'receiving') return `${sizeWords(job.done)} of ${sizeWords(job.total)}`;
  return progressWords({
    pages: job.pages,
    totalPages: job.total_pages,
    images: job.images,
    totalImages: job.total_images,
  });
}

/** How far it is, 0 to 100, of what it is doing now. */
export function runningPercent({ done, total }: Pick<TransferJob, 'done' | 'total'>): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
}

/** What is there of a transfer that was cancelled. */
export function cancelledWords({ kind, pages }: Pick<TransferJob, 'kind' | 'pages'>): string {
  if (kind === 'export') return 'Nothing of it is left.';
  return cameBefore({ kind, pages }) ?? 'Nothing was imported.';
}

/** What an import has brought in before it ended early, and how it goes on. */
export function cameBefore({ kind, pages }: Pick<TransferJob, 'kind' | 'pages'>): string | undefined {
  if (kind === 'export' || pages === 0) return undefined;
  return `${came({ pages, images: 0 })} came in before that. To go on, import again and leave pages that are there as they are.`;
}

/** “301 pages and 88 pictures”. */
export function came({ pages, images }: Pick<TransferJob, 'pages' | 'images'>): string {
  const words = counted(pages, 'page');
  return images === 0 ? words : `${words} and ${counted(images, 'picture')}`;
}
