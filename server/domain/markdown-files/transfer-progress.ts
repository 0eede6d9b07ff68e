/** How far an import or an export is. */
export interface TransferProgress {
  /** `reading`: the files are looked at, nothing is written yet; pictures are those that were looked at then. */
  phase: 'reading' | 'writing';
  pages: number;
  totalPages: number;
  images: number;
  totalImages: number;
}

export type TellProgress = (progress: TransferProgress) => void;

/** “120 of 301 pages · 14 of 88 pictures”; nothing of what there is none of. */
export function progressWords({
  pages,
  totalPages,
  images,
  totalImages,
}: Omit<TransferProgress, 'phase'>): string {
  const parts = [
    ...(totalPages > 0 ? [partOf(pages, totalPages, 'page')] : []),
    ...(totalImages > 0 ? [partOf(images, totalImages, 'picture')] : []),
  ];
  return parts.join(' · ');
}

function partOf(done: number, total: number, one: string): string {
  const all = `${total.toLocaleString('en')} ${one}${total === 1 ? '' : 's'}`;
  return `${done.toLocaleString('en')} of ${all}`;
}
