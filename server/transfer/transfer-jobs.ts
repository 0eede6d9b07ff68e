import { randomUUID } from 'node:crypto';
import { timestamp } from '../clock.ts';
import type { TransferProgress } from '../domain/markdown-files/transfer-progress.ts';
import { AppError, conflict } from '../errors.ts';
import type { Services } from '../operations/define.ts';
import type { TransferJob } from '../transfer-ports.ts';

/** Often enough for a bar that moves. */
const TELL_MS = 300;

export type Put = (more: Partial<TransferJob>) => void;

/** One import or export after the other. */
export interface TransferJobs {
  readonly job: TransferJob | null;
  /**
   * @param work ends early when its signal fires
   * @throws {AppError} conflict while another one runs, unavailable while the program ends
   */
  begin(
    start: Pick<TransferJob, 'kind' | 'through' | 'phase' | 'path'>,
    work: (put: Put, signal: AbortSignal) => Promise<void>,
  ): TransferJob;
  cancel(id: string): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Why a job that somebody cancelled ends. */
class Cancelled extends Error {}

export function createTransferJobs(services: () => Pick<Services, 'clock' | 'log' | 'topics'>): TransferJobs {
  let job: TransferJob | null = null;
  let working: Promise<void> = Promise.resolve();
  let current = new AbortController();
  let isClosing = false;

  /** Tells those who watch, not at every file. */
  function teller(): Put {
    const { clock, topics } = services();
    let toldAt = -Infinity;
    return (more) => {
      const isTurn = more.state !== undefined || (more.phase ?? job?.phase) !== job?.phase;
      if (job) job = { ...job, ...more };
      if (!isTurn && clock.monotonic() - toldAt < TELL_MS) return;
      toldAt = clock.monotonic();
      topics.announce('backups');
    };
  }

  async function run(
    { kind }: Pick<TransferJob, 'kind'>,
    put: Put,
    { signal }: AbortController,
    work: (put: Put, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { clock, log } = services();
    const end = (more: Partial<TransferJob>) => put({ ...more, ended_at: timestamp(clock) });
    try {
      await work(put, signal);
      end({ state: 'done' });
    } catch (error) {
      if (signal.reason instanceof Cancelled) return end({ state: 'cancelled' });
      if (signal.aborted) log.info(`An ${kind} of Markdown was ended with the program`);
      else if (isRefusal(error)) log.info({ reason: error.message }, `An ${kind} of Markdown was refused`);
      else log.error({ err: error }, `An ${kind} of Markdown has failed`);
      end({ state: 'failed', problem: inWords(error) });
    }
  }

  return {
    get job() {
      return job;
    },
    begin(start, work) {
      if (isClosing)
        throw new AppError('unavailable', 'The program is ending.', {
          hint: 'Try again when it runs again.',
        });
      if (job?.state === 'running')
        throw conflict(`An ${job.kind} is under way.`, { hint: 'Wait until it is done, or cancel it.' });
      job = { ...start, ...NOTHING_YET, id: randomUUID(), started_at: timestamp(services().clock) };
      current = new AbortController();
      working = run(job, teller(), current, work);
      return job;
    },
    cancel(id) {
      if (job?.id === id && job.state === 'running') current.abort(new Cancelled());
    },
    idle: () => working,
    async close() {
      isClosing = true;
      current.abort();
      await working;
    },
  };
}

/** A job that has just begun. */
export const NOTHING_YET = {
  state: 'running',
  ended_at: null,
  done: 0,
  total: 0,
  pages: 0,
  total_pages: 0,
  images: 0,
  total_images: 0,
  skipped: [],
  existing: 0,
  queued: 0,
  remarks: [],
  problem: null,
} as const satisfies Partial<TransferJob>;

/** Progress as a job shows it. */
export function asJob(progress: TransferProgress): Partial<TransferJob> {
  const { phase, pages, totalPages, images, totalImages } = progress;
  return {
    phase,
    done: pages + images,
    total: totalPages + totalImages,
    pages,
    total_pages: totalPages,
    images,
    total_images: totalImages,
  };
}

/** What the person can mend, and no fault of ours or of the machine. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500;
}

function inWords(error: unknown): NonNullable<TransferJob['problem']> {
  if (error instanceof AppError) return { message: error.message, hint: error.hint ?? null };
  if (error instanceof Error && error.name === 'AbortError')
    return { message: 'It was ended because the program ended.', hint: null };
  return { message: 'Something went wrong on our side.', hint: 'Try again; if it stays, the log has more.' };
}
