import { progressWords } from '../../../server/domain/markdown-files/transfer-progress.ts';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { counted, sizeWords } from '../../components/amounts.ts';

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

/** “301 pages and 88 pictures”; nothing of what there is none of. */
export function came({ pages, images }: Pick<TransferJob, 'pages' | 'images'>): string {
  return partsOf({ pages, images }).join(' and ');
}

/** “301 pages”, “88 pictures”. */
export function partsOf({ pages, images }: Pick<TransferJob, 'pages' | 'images'>): string[] {
  return [
    ...(pages > 0 ? [counted(pages, 'page')] : []),
    ...(images > 0 ? [counted(images, 'picture')] : []),
  ];
}

/** What was done, in a few words: “Imported 301 pages and 88 pictures”. */
export function doneTitle(job: Pick<TransferJob, 'kind' | 'through' | 'pages' | 'images'>): string {
  const { kind, through } = job;
  const did = kind === 'import' ? 'Imported' : through === 'computer' ? 'Exported' : 'Downloaded';
  const what = came(job);
  return what === '' ? `Nothing was ${did.toLowerCase()}` : `${did} ${what}`;
}

/** What became of pages that did not simply come in, a sentence each. */
export function setApart({ existing, queued }: Pick<TransferJob, 'existing' | 'queued'>): string[] {
  const stayed =
    existing === 1 ? 'was there already and stayed as it was' : 'were there already and stayed as they were';
  const wait =
    queued === 1 ? 'waits for review before it is published' : 'wait for review before they are published';
  return [
    ...(existing > 0 ? [`${counted(existing, 'page')} ${stayed}.`] : []),
    ...(queued > 0 ? [`${counted(queued, 'page')} ${wait}.`] : []),
  ];
}

/** The server names no more of them. */
const MOST_NAMED = 100;
/** More files of one reason than these share a line. */
const FEW = 3;

/** Files that were left out: how many, and why, what is most of them first. Null when there is none. */
export function leftOut(skipped: TransferJob['skipped']): { title: string; lines: string[] } | null {
  const { length } = skipped;
  if (length === 0) return null;
  const all = length < MOST_NAMED ? counted(length, 'file') : `${length} files or more`;
  const byReason = [...Map.groupBy(skipped, ({ reason }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return {
    title: `${all} ${length === 1 ? 'was' : 'were'} left out:`,
    lines: byReason.flatMap(([reason, files]) =>
      files.length > FEW
        ? [`${counted(files.length, 'file')}, such as ${files[0]?.path ?? ''}: ${ofMany(reason)}`]
        : files.map(({ path }) => `${path}: ${reason}`),
    ),
  };
}

/** “it is hidden” of several: “they are hidden”. Reasons of other forms fit as they are. */
function ofMany(reason: string): string {
  return reason
    .replace(/^it is /, 'they are ')
    .replace(/^it holds /, 'they hold ')
    .replace(/^it /, 'they ')
    .replace(/ it$/, ' them');
}
