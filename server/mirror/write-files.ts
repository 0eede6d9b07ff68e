import { createHash } from 'node:crypto';
import { exportedText } from '../domain/markdown-files/exported-text.ts';
import type { ExportPaths } from '../domain/markdown-files/export-paths.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../operations/define.ts';
import { finishInSlices, pause } from '../sliced-work.ts';
import { contentHash } from '../storage/content-hash.ts';
import type { WrittenFile } from './manifest.ts';
import { putFile, type MirrorFiles, type Stamp } from './mirror-files.ts';
import { basisOf, sourceOfPage, type WantedFile } from './plan-mirror.ts';

/** A file whose content is known, ready to be put into its place. */
export interface ReadyFile {
  file: WantedFile;
  /** What the list says of it once it is written, but for the stamp. */
  entry: Omit<WrittenFile, keyof Stamp>;
  /** Characters or bytes that it holds in memory until then. */
  weight: number;
  /** Undefined when its bytes turned out to be lost: then nothing changes. */
  put(files: MirrorFiles, known: WrittenFile | undefined): Promise<Stamp | undefined>;
}

type Source = Pick<Services, 'store' | 'attachmentFiles'>;

/** Undefined for what has been deleted meanwhile; a string says why its content cannot be had. */
export async function makeReady(
  source: Source,
  file: WantedFile,
  paths: ExportPaths,
): Promise<ReadyFile | string | undefined> {
  await pause();
  return file.kind === 'page' ? readyPage(source, file, paths) : readyImage(source, file);
}

export function pathIn(paths: ExportPaths): (id: string) => string | undefined {
  return (id) => paths.pages.get(id) ?? paths.imageOf.get(id);
}

async function readyPage(
  { store }: Source,
  file: WantedFile,
  paths: ExportPaths,
): Promise<ReadyFile | string | undefined> {
  const { path, id } = file;
  const page = await readPage(store, id);
  if (page === undefined || typeof page === 'string') return page;
  const { head, content } = page;
  const linked = new Set<string>();
  const text = await finishInSlices(exportedText({ ...head, content }, paths, (one) => linked.add(one)));
  const bytes = Buffer.from(text);
  const hash = await finishInSlices(contentHash(bytes));
  const links = [...linked];
  const from = basisOf({ source: sourceOfPage(head) }, links, pathIn(paths));
  return {
    file,
    entry: { id, from, hash, ...(links.length > 0 && { links }) },
    weight: bytes.length,
    put: (files, known) =>
      putFile(files, { path, known, hash }, async (append) => {
        await append(bytes);
        return true;
      }),
  };
}

/** A text with the head that it belongs to, whatever happens to the page while it is read. */
async function readPage(store: Services['store'], id: string) {
  try {
    for (;;) {
      const head = store.tables.documents.get(id);
      if (!head || head.trashed) return undefined;
      const content = await store.content('documents', id, { keep: false });
      if (store.tables.documents.get(id) === head) return { head, content };
    }
  } catch (error) {
    if (error instanceof AppError) return 'its text is damaged';
    throw error;
  }
}

async function readyImage(
  { store, attachmentFiles }: Source,
  file: WantedFile,
): Promise<ReadyFile | undefined> {
  const { path, id, source: hash } = file;
  const image = store.tables.attachments.get(id);
  if (!image) return undefined;
  return {
    file,
    entry: { id, from: basisOf({ source: hash }, [], () => undefined), hash },
    weight: 0,
    put: (files, known) =>
      putFile(files, { path, known, hash }, async (append) => {
        const real = createHash('sha256');
        try {
          for await (const piece of attachmentFiles.read(image, { start: 0, length: image.size })) {
            real.update(piece);
            await append(piece);
          }
        } catch (error) {
          if (error instanceof AppError && error.details?.['lost'] === true) return false;
          throw error;
        }
        return real.digest('hex') === hash;
      }),
  };
}
