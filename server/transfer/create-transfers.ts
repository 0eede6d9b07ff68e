import { join } from 'node:path';
import { timestamp } from '../clock.ts';
import { AppError } from '../errors.ts';
import { freeBytesFor } from '../free-bytes.ts';
import type { Actor, Services } from '../operations/define.ts';
import { perform, recordRefusal } from '../operations/perform.ts';
import { layoutOf } from '../storage/layout.ts';
import type { ImportChoices, ReceiveImportOptions, Transfers } from '../transfer-ports.ts';
import { createDownload, noMore, type Download } from './download.ts';
import type { ExportReport, MarkdownTarget } from './export-markdown.ts';
import { MOST_FILE_BYTES, MOST_FILES, type MarkdownSource, type RunOperation } from './markdown-source.ts';
import { createSentFiles, ended, type SentFiles } from './sent-files.ts';
import { asJob, createTransferJobs, type Put } from './transfer-jobs.ts';

/** Enough to understand what happened; `commonplace import --json` lists all. */
const SHOWN_SKIPPED = 100;
/** What is left free on the disk for everything else. */
const RESERVE_BYTES = 256 * 1024 * 1024;

export interface TransferLimits {
  /** How long an import waits for the next piece of what is sent. */
  idleMs: number;
  /** How long an archive waits to be fetched. */
  fetchMs: number;
}

const LIMITS: TransferLimits = { idleMs: 120_000, fetchMs: 60_000 };

/**
 * @param services asked for when work begins, because they know these transfers in turn
 */
export function createTransfers(services: () => Services, limits: TransferLimits = LIMITS): Transfers {
  const jobs = createTransferJobs(services);
  let receiving: { id: string; files: SentFiles } | undefined;
  let broughtIn: { id: string | undefined; drafts: readonly string[] } | undefined;
  let offered: { id: string; name: string; download: Download } | undefined;

  function filesOf(id: string): SentFiles {
    if (receiving?.id !== id) throw ended();
    return receiving.files;
  }

  const runAs =
    (actor: Actor): RunOperation =>
    async (operation, input) =>
      operation.output.parse(await perform(services(), operation, actor, input));

  /** Without its ending. */
  function archiveName(space: string | undefined): string {
    const stamp = timestamp(services().clock).slice(0, 19).replaceAll(':', '-');
    return `${space ?? 'all-spaces'}-${stamp}Z`;
  }

  /** Reads first: what cannot be read is no archive. */
  async function takeOut(
    actor: Actor,
    space: string | undefined,
    write: (fill: (target: MarkdownTarget) => Promise<ExportReport>) => Promise<ExportReport>,
    put: Put,
    signal: AbortSignal,
  ): Promise<void> {
    const { exportMarkdown, readForExport } = await import('./export-markdown.ts');
    const run = runAs(actor);
    const heads = await readForExport(run, space, signal);
    const { exported, images, lost } = await write((target) =>
      exportMarkdown(run, heads, target, (progress) => put(asJob(progress)), signal),
    );
    const skipped = lost.slice(0, SHOWN_SKIPPED).map((path) => ({ path, reason: 'its bytes are lost' }));
    put({ pages: exported, images, skipped });
  }

  async function bringIn(
    actor: Actor,
    source: MarkdownSource,
    choices: ImportChoices,
    put: Put,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const { importMarkdown, remarksOn } = await import('./import-markdown.ts');
      const tell: Parameters<typeof importMarkdown>[3] = (progress) => put(asJob(progress));
      const report = await importMarkdown(runAs(actor), source, choices, tell, signal);
      const { imported, attached, existing, queued, skipped } = report;
      const shown = skipped.slice(0, SHOWN_SKIPPED);
      broughtIn = { id: jobs.job?.id, drafts: report.drafts };
      const remarks = remarksOn(report).slice(0, SHOWN_SKIPPED);
      put({ pages: imported, images: attached, existing, queued, skipped: shown, remarks });
    } finally {
      await source.close();
    }
  }

  /** The call itself was answered long ago: that nothing came of it stands in an entry of its own. */
  async function onRecord(
    name: string,
    actor: Actor,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) recordRefusal(services(), { name }, actor, error);
      throw error;
    }
  }

  return {
    get job() {
      return jobs.job;
    },
    startExport(actor, { space }) {
      const { clock, place } = services();
      const name = archiveName(space);
      // Two of one second are two files.
      const pathOf = (attempt: number) =>
        join(layoutOf(place.dataFolder).exports, `${name}${attempt === 0 ? '' : `-${attempt + 1}`}.zip`);
      const start = { kind: 'export', through: 'computer', phase: 'reading', path: pathOf(0) } as const;
      return jobs.begin(start, async (put, signal) => {
        const { writeZip } = await import('./zip-target.ts');
        const write: Parameters<typeof takeOut>[2] = async (fill) => {
          const { answer, path } = await writeZip(pathOf, clock.now(), fill);
          put({ path });
          return answer;
        };
        await takeOut(actor, space, write, put, signal);
      });
    },
    startDownload(actor, { space }) {
      const { clock } = services();
      const name = `${archiveName(space)}.zip`;
      const download = createDownload(limits.fetchMs);
      const start = { kind: 'export', through: 'browser', phase: 'reading', path: name } as const;
      const job = jobs.begin(start, async (put, signal) => {
        try {
          await takeOut(actor, space, (fill) => download.send(clock.now(), fill, signal), put, signal);
        } catch (error) {
          download.fail(error);
          throw error;
        }
      });
      offered = { id: job.id, name, download };
      return job;
    },
    fetch(id) {
      if (offered?.id !== id || jobs.job?.id !== id || jobs.job.state !== 'running') throw noMore();
      return { name: offered.name, content: offered.download.fetch() };
    },
    startImport(actor, { path, ...choices }) {
      const start = { kind: 'import', through: 'computer', phase: 'reading', path } as const;
      return jobs.begin(start, (put, signal) =>
        onRecord('markdown_files.import', actor, signal, async () =>
          bringIn(actor, await openSource(path), choices, put, signal),
        ),
      );
    },
    async receiveImport(actor, { name, files: count, bytes, ...choices }) {
      const folder = layoutOf(services().place.dataFolder).imports;
      await requireRoom(folder, { files: count, bytes });
      let tell: Put | undefined;
      const files = createSentFiles({
        folder,
        files: count,
        bytes,
        idleMs: limits.idleMs,
        onTaken: (done) => tell?.({ done }),
      });
      const start = { kind: 'import', through: 'browser', phase: 'receiving', path: name } as const;
      try {
        const job = jobs.begin(start, async (put, signal) => {
          try {
            tell = put;
            put({ total: bytes });
            await files.whole(signal);
            put({ phase: 'reading', done: 0, total: 0 });
            await onRecord('markdown_files.receive', actor, signal, async () =>
              bringIn(actor, await files.open(), choices, put, signal),
            );
          } finally {
            await files.remove();
          }
        });
        receiving = { id: job.id, files };
        return job;
      } catch (error) {
        await files.remove();
        throw error;
      }
    },
    announce: (id, more) => filesOf(id).announce(more),
    take: async (id, at, piece) => filesOf(id).take(at, piece),
    draftsOf: (id) => (broughtIn?.id === id ? broughtIn.drafts : []),
    cancel: (id) => jobs.cancel(id),
    idle: () => jobs.idle(),
    close: () => jobs.close(),
  };
}

/** A folder, or an archive by its name. */
export async function openSource(path: string): Promise<MarkdownSource> {
  if (path.toLowerCase().endsWith('.zip')) return (await import('./zip-source.ts')).openZipSource(path);
  return (await import('./folder-source.ts')).openFolderSource(path);
}

/** @throws {AppError} payload_too_large, storage_full; before anything is sent */
async function requireRoom(
  folder: string,
  { files, bytes }: Pick<ReceiveImportOptions, 'files' | 'bytes'>,
): Promise<void> {
  if (files > MOST_FILES || bytes > MOST_FILE_BYTES) {
    const what =
      files > MOST_FILES ? `${files.toLocaleString('en')} files` : `${(bytes / 1e9).toFixed(1)} GB`;
    throw new AppError(
      'payload_too_large',
      `These are ${what}; one import takes ${MOST_FILES.toLocaleString('en')} files and ${MOST_FILE_BYTES / 1e9} GB.`,
      { hint: 'Import them in parts, one folder after the other.' },
    );
  }
  const free = await freeBytesFor(folder);
  if (free !== undefined && free < bytes + RESERVE_BYTES) {
    throw new AppError('storage_full', 'The disk of the data folder has no room for what you send.', {
      hint: `Free ${Math.ceil((bytes + RESERVE_BYTES - free) / 1e6)} MB, or import in parts.`,
    });
  }
}
