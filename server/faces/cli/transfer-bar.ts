import { progressWords, type TransferProgress } from '../../domain/markdown-files/transfer-progress.ts';
import { startProgress, type Progress } from './progress.ts';

export interface TransferBar {
  tell(progress: TransferProgress): void;
  end(): void;
}

/** A bar for pages and pictures that come or go; one of its own while the pictures are looked at before. */
export function startTransferBar(label: string, json: boolean): TransferBar {
  let bar: Progress | undefined;
  let now: TransferProgress | undefined;
  return {
    tell(progress) {
      if (progress.phase !== now?.phase) {
        bar?.end();
        const words = () => (now ? progressWords(now) : '');
        const what = progress.phase === 'reading' ? 'Looking at the files' : label;
        const total = progress.totalPages + progress.totalImages;
        now = { ...progress, pages: 0, images: 0 };
        bar = startProgress(what, total, json, words);
      }
      const more = filesOf(progress) - (now ? filesOf(now) : 0);
      now = progress;
      bar?.advance(more);
    },
    end: () => bar?.end(),
  };
}

const filesOf = ({ pages, images }: TransferProgress): number => pages + images;
