import { COMMAND } from '../command-name.ts';
import { conflict } from '../errors.ts';
import type { Mirror, MirrorStatus } from '../mirror-ports.ts';
import type { Services } from '../operations/define.ts';
import { loadSettings } from '../operations/perform.ts';
import type { AppliedChange } from '../ports.ts';
import { systemTime, type Time } from '../time.ts';
import type { MirrorOutcome, MirrorWork } from './mirror-work.ts';
import { createTurnTimer } from './turn-timer.ts';

/** Changes of so long a moment are written together. */
const GATHER_MS = 1_000;
/** A pass over a large workspace takes a while: passes take a sixth of the time at most. */
const REST_TIMES = 5;
const MOST_REST_MS = 60_000;
const RETRY_MS = 60_000;
/** Edited and deleted files are found this often where the workspace itself is quiet. */
const LOOK_MS = 3_600_000;
/** When the program ends, what has just changed may take this long; the next start writes the rest. */
const LAST_WORDS_MS = 2_000;
/** How often whoever watches is told. */
const TELL_MS = 300;
/** A change or two is written before anybody could read that it is. */
const FEW_FILES = 20;

/** While the owner has chosen no folder. */
export const MIRROR_OFF: MirrorStatus = {
  state: 'off',
  folder: '',
  done: 0,
  total: 0,
  files: 0,
  written_at: null,
  problem: null,
  set_aside: [],
  left_out: [],
};
const UNATTENDED = {
  message: 'Nobody keeps the mirror while the workspace is not served.',
  hint: `It is brought up to date when the program runs again, or now with: ${COMMAND} mirror write`,
};

/**
 * Keeps the folder of the setting `markdown_mirror`. The work itself is loaded when there is one.
 *
 * @param services asked for when work begins, because they know this mirror in turn
 * @param options `isServed`: whether `start` follows, as it does where the workspace is served
 */
export function createMirror(
  services: () => Services,
  { time = systemTime, isServed = false }: { time?: Time | undefined; isServed?: boolean } = {},
): Mirror {
  let status: MirrorStatus = MIRROR_OFF;
  let work: MirrorWork | undefined;
  /** What the next pass is for: all files, or what has changed since. */
  let due: 'nothing' | 'changes' | 'all' = 'nothing';
  let running: Promise<void> | undefined;
  let stopping = new AbortController();
  let isStarted = false;
  let isClosed = false;
  let restMs = 0;
  /** Whether nothing at all can be written, as far as the last pass tells. */
  let isBlocked = false;
  let retryMs = RETRY_MS;
  let toldAt = -Infinity;
  const turn = createTurnTimer(time, () => startPass());
  const look = createTurnTimer(time, () => lookAtAll());

  function put(more: Partial<MirrorStatus>): void {
    const isProgress = more.state === undefined || more.state === status.state;
    status = { ...status, ...more };
    if (isProgress && time.monotonic() - toldAt < TELL_MS) return;
    toldAt = time.monotonic();
    services().topics.announce('markdown_mirror');
  }

  function lookAtAll(): void {
    if (status.folder === '' || isClosed) return;
    due = 'all';
    if (!running) turn.within(0);
    look.cancel();
    if (isStarted) look.within(LOOK_MS);
  }

  /** Begins with a folder, or ends with `''`. */
  function keep(folder: string): void {
    stopping.abort();
    stopping = new AbortController();
    work = undefined;
    turn.cancel();
    due = 'nothing';
    isBlocked = false;
    put(folder === '' ? MIRROR_OFF : { ...MIRROR_OFF, state: 'working', folder });
    lookAtAll();
  }

  function startPass(): void {
    if (running || due === 'nothing' || status.folder === '') return;
    running = pass(stopping.signal).finally(() => {
      running = undefined;
      if (isClosed) return;
      if (status.state === 'waiting') look.within(retryMs);
      if (due !== 'nothing' && !isBlocked) turn.within(due === 'all' ? 0 : Math.max(GATHER_MS, restMs));
    });
  }

  async function pass(signal: AbortSignal): Promise<void> {
    const { folder } = status;
    const { log } = services();
    const isThorough = due === 'all';
    const began = time.monotonic();
    due = 'nothing';
    if (isThorough) put({ state: 'working', done: 0, total: 0 });
    try {
      const { createMirrorWork } = await import('./mirror-work.ts');
      signal.throwIfAborted();
      work ??= createMirrorWork(services(), folder);
      const outcome = await work.pass({
        isThorough,
        signal,
        onProgress({ done, total }) {
          if (!signal.aborted && (isThorough || total > FEW_FILES)) put({ state: 'working', done, total });
        },
      });
      if (!isThorough) restMs = Math.min(REST_TIMES * (time.monotonic() - began), MOST_REST_MS);
      if (signal.aborted) return;
      isBlocked = false;
      // A file that is held by another program need not keep the disk busy.
      retryMs = outcome.isUnfinished ? Math.min(2 * retryMs, LOOK_MS) : RETRY_MS;
      put(stateAfter(outcome));
    } catch (error) {
      if (signal.aborted) return;
      isBlocked = true;
      retryMs = RETRY_MS;
      const { describeProblem } = await import('./mirror-problem.ts');
      const problem = describeProblem(error);
      if (problem.message !== status.problem?.message)
        log.warn({ err: error, folder }, 'The Markdown mirror waits, and is tried again');
      put({ state: 'waiting', problem });
    }
  }

  async function prepare(folder: string): Promise<void> {
    const { prepareFolder } = await import('./mirror-work.ts');
    await prepareFolder(services(), folder);
  }

  function noteChanges(changes: readonly AppliedChange[]): void {
    if (isClosed) return;
    if (changes.some(({ collection }) => collection === 'settings')) {
      const folder = loadSettings(services().store.tables).markdown_mirror;
      if (folder !== status.folder) keep(folder);
    }
    if (status.folder === '' || due === 'all' || !changes.some(isMirrored)) return;
    due = 'changes';
    if (!running && !isBlocked) turn.within(Math.max(GATHER_MS, restMs));
  }

  return {
    get status(): MirrorStatus {
      const chosen = loadSettings(services().store.tables).markdown_mirror;
      if (isStarted || status.folder !== '' || chosen === '') return status;
      if (isServed) return { ...MIRROR_OFF, state: 'working', folder: chosen };
      return { ...MIRROR_OFF, state: 'waiting', folder: chosen, problem: UNATTENDED };
    },
    start() {
      isStarted = true;
      const { store } = services();
      store.onApplied(noteChanges);
      const folder = loadSettings(store.tables).markdown_mirror;
      if (folder !== '') keep(folder);
    },
    prepare,
    async writeAgain() {
      const folder = loadSettings(services().store.tables).markdown_mirror;
      if (folder === '') {
        throw conflict('There is no Markdown mirror.', {
          hint: `Choose its folder first, under Backup and data or with: ${COMMAND} mirror set FOLDER`,
        });
      }
      await prepare(folder);
      keep(folder);
    },
    async close() {
      isClosed = true;
      look.cancel();
      turn.cancel();
      if (running && status.state === 'working') stopping.abort();
      // A disk that does not answer at all holds nobody up.
      const { promise: isTooLate, resolve: giveUp } = Promise.withResolvers<void>();
      const callOff = time.after(LAST_WORDS_MS, () => {
        stopping.abort();
        giveUp();
      });
      await Promise.race([lastWords(), isTooLate]);
      callOff();
    },
  };

  /** What has changed just now; never a whole pass. */
  async function lastWords(): Promise<void> {
    await running;
    if (due === 'changes' && !isBlocked) await pass(stopping.signal);
  }
}

function stateAfter({ isUnfinished, ...found }: MirrorOutcome): Partial<MirrorStatus> {
  const [first] = found.left_out;
  if (!isUnfinished || !first) return { state: 'up_to_date', problem: null, ...found };
  const problem = {
    message: `${found.left_out.length === 1 ? 'One file' : `${found.left_out.length} files`} could not be written, such as ${first.path}: ${first.reason}.`,
    hint: 'Close the program that has it open, or look at its rights. It is tried again by itself.',
  };
  return { state: 'waiting', problem, ...found };
}

/** Whether a change may show in the mirror. */
function isMirrored({ collection }: AppliedChange): boolean {
  return collection === 'documents' || collection === 'attachments' || collection === 'spaces';
}
