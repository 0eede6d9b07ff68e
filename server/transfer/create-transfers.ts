import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { timestamp } from '../clock.ts';
import { AppError, conflict } from '../errors.ts';
import type { Actor, Services } from '../operations/define.ts';
import { perform } from '../operations/perform.ts';
import { layoutOf } from '../storage/layout.ts';
import type { TransferJob, Transfers } from '../transfer-ports.ts';
import type { ImportProgress } from './import-markdown.ts';
import type { RunOperation } from './markdown-source.ts';

const TELL_MS = 300;
/** Enough to understand what happened; `commonplace import --json` lists all. */
const SHOWN_SKIPPED = 100;

type Put = (more: Partial<TransferJob>) => void;

/**
 * @param services asked for when work begins, because they know these transfers in turn
 */
export function createTransfers(services: () => Services): Transfers {
  let job: TransferJob | null = null;
  let working: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const { signal } = stopping;

  function begin(kind: TransferJob['kind'], path: string, work: (put: Put) => Promise<void>): TransferJob {
    if (signal.aborted)
      throw new AppError('unavailable', 'The program is ending.', { hint: 'Try again when it runs again.' });
    if (job?.state === 'running')
      throw conflict(`An ${job.kind} is under way.`, { hint: 'Wait until it is done.' });
    const { clock, log, topics } = services();
    let toldAt = -Infinity;
    const put: Put = (more) => {
      if (job) job = { ...job, ...more };
      if (clock.monotonic() - toldAt < TELL_MS && more.state === undefined) return;
      toldAt = clock.monotonic();
      topics.announce('backups');
    };
    job = {
      id: randomUUID(),
      kind,
      state: 'running',
      started_at: timestamp(clock),
      ended_at: null,
      done: 0,
      total: 0,
      path,
      pages: 0,
      images: 0,
      skipped: [],
      existing: 0,
      queued: 0,
      problem: null,
    };
    working = work(put)
      .then(() => put({ state: 'done', ended_at: timestamp(clock) }))
      .catch((error: unknown) => {
        if (signal.aborted) log.info(`An ${kind} of Markdown was ended with the program`);
        else log.error({ err: error }, `An ${kind} of Markdown has failed`);
        put({ state: 'failed', ended_at: timestamp(clock), problem: inWords(error) });
      });
    return job;
  }

  const runAs =
    (actor: Actor): RunOperation =>
    async (operation, input) =>
      operation.output.parse(await perform(services(), operation, actor, input));

  return {
    get job() {
      return job;
    },
    startExport(actor, { space }) {
      const { clock, place } = services();
      const stamp = timestamp(clock).slice(0, 19).replaceAll(':', '-');
      const path = join(layoutOf(place.dataFolder).exports, `${space ?? 'all-spaces'}-${stamp}Z.zip`);
      return begin('export', path, async (put) => {
        const { exportMarkdown, readForExport } = await import('./export-markdown.ts');
        const { writeZip } = await import('./zip-target.ts');
        const documents = await readForExport(runAs(actor), space, signal);
        const { exported, images, lost } = await writeZip(path, clock.now(), (target) =>
          exportMarkdown(runAs(actor), documents, target, put, signal),
        );
        const skipped = lost
          .slice(0, SHOWN_SKIPPED)
          .map((file) => ({ path: file, reason: 'its bytes are lost' }));
        put({ pages: exported, images, skipped });
      });
    },
    startImport(actor, { path, ...options }) {
      return begin('import', path, async (put) => {
        const { importMarkdown } = await import('./import-markdown.ts');
        const source = await openSource(path);
        try {
          const progress: ImportProgress = ({ done, total, imported }) =>
            put({ done, total, pages: imported });
          const report = await importMarkdown(runAs(actor), source, options, progress, signal);
          const { imported, attached, existing, queued, skipped } = report;
          put({
            pages: imported,
            images: attached,
            existing,
            queued,
            skipped: skipped.slice(0, SHOWN_SKIPPED),
          });
        } finally {
          await source.close();
        }
      });
    },
    idle: () => working,
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/** A folder, or an archive by its name. */
export async function openSource(path: string) {
  if (path.toLowerCase().endsWith('.zip')) return (await import('./zip-source.ts')).openZipSource(path);
  return (await import('./folder-source.ts')).openFolderSource(path);
}

function inWords(error: unknown): NonNullable<TransferJob['problem']> {
  if (error instanceof AppError) return { message: error.message, hint: error.hint ?? null };
  if (error instanceof Error && error.name === 'AbortError')
    return { message: 'It was ended because the program ended.', hint: null };
  return { message: 'Something went wrong on our side.', hint: 'Try again; if it stays, the log has more.' };
}
