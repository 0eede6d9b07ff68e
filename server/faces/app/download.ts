import type { Actor, Services } from '../../operations/define.ts';
import { perform } from '../../operations/perform.ts';

/** An archive that a browser or the window keeps as a file. */
export interface FetchedDownload {
  /** Of the answer; of the file, its name. */
  headers: Record<string, string>;
  content: ReadableStream<Uint8Array>;
}

/**
 * The archive of a download that was begun, for whoever may look at imports and exports.
 *
 * @throws {AppError} as `markdown_files.status`; gone when it was fetched already, or has ended
 */
export async function fetchDownload(services: Services, actor: Actor, id: string): Promise<FetchedDownload> {
  const { readTransferStatus } = await import('../../operations/markdown-files/status.ts');
  await perform(services, readTransferStatus, actor, {});
  const { name, content } = services.transfers.fetch(id);
  return {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
    content,
  };
}
