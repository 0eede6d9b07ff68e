import { CallFailed } from '../../client/transport.ts';
import {
  changedFields,
  changesBetween,
  fieldsOf,
  type ChangeOutcome,
  type PageChanges,
  type PageFields,
  type PageState,
} from './page-fields.ts';

/** So long after the last key a draft is saved. */
export const SAVE_AFTER_MS = 2_000;
/** So long after a save that did not arrive it is tried again. */
export const RETRY_AFTER_MS = 5_000;
/** So long after the last key the copy on this device is renewed. */
export const KEEP_AFTER_MS = 300;

/** The text of a page on somebody's screen, and how it stands to what the server has. */
export interface DraftState {
  /** What the server had when it was last asked; the text on screen was written from it. */
  base: PageState;
  fields: PageFields;
  isDirty: boolean;
  /** Whether something on screen is nobody else's yet: neither on the page nor with a reviewer. */
  isUnsent: boolean;
  isSaving: boolean;
  /** Why the last save did not happen; null once one did. */
  error: Error | null;
  /** What somebody else saved meanwhile and the text on screen lacks: to be merged before anything is saved. */
  theirs: PageState | null;
}

/** The unsaved text as this device keeps it until it is saved. */
export interface RecoveryCopy {
  base: PageState;
  fields: PageFields;
  /** RFC 3339. */
  at: string;
}

export interface DraftPorts {
  /** Rejects with `CallFailed`; `version_conflict` when the page is at another version. */
  update(
    changes: PageChanges & { status?: PageState['status'] },
    more: UpdateDetails,
  ): Promise<ChangeOutcome>;
  read(): Promise<PageState>;
  /** Keeps the unsaved text on this device; null: nothing is unsaved. */
  keep(copy: RecoveryCopy | null): void;
}

export interface UpdateDetails {
  note: string;
  version: number;
}

export interface DraftSession {
  state: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  change(fields: Partial<PageFields>): void;
  /** Saves now what a draft has unsaved. Resolves when nothing more can be done; true when nothing is unsaved. */
  flush(): Promise<boolean>;
  /** Tells of the page as it is now on the server: taken over when nothing is unsaved, else to be merged. */
  noticeLive(page: PageState): void;
  /** The text that came of merging with `theirs`. */
  settle(fields: PageFields, theirs: PageState): void;
  /** Sends everything with a status, e.g. publishes; null when it must be merged first. Rejects with `CallFailed`. */
  submit(status: PageState['status'], note: string): Promise<ChangeOutcome | null>;
  /** Goes back to what the server has. */
  discard(): void;
  /** Ends all timers, having saved or kept what is unsaved. */
  close(): void;
}

/** Whether a page saves itself: what is published changes only when its writer says so. */
export function isAutosaved({ status }: Pick<PageState, 'status'>): boolean {
  return status === 'draft';
}

/**
 * Writing one page: drafts are saved by themselves, nothing is ever saved over a version that the writer has not
 * seen, and what is unsaved is kept on the device.
 */
export function createDraftSession(
  start: {
    base: PageState;
    fields?: PageFields;
    theirs?: PageState | null;
    /** What waits for review already, where the text on screen begins with it. */
    sent?: PageFields;
  },
  ports: DraftPorts,
): DraftSession {
  const listeners = new Set<() => void>();
  /** What the fields were when they were the same as the server's: its answer may differ in form, e.g. a trimmed title. */
  let saved = fieldsOf(start.base);
  let state = describe({
    base: start.base,
    fields: start.fields ?? saved,
    isSaving: false,
    error: null,
    theirs: start.theirs ?? null,
  });
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let noticed: PageState | undefined;

  function describe(next: Omit<DraftState, 'isDirty' | 'isUnsent'>): DraftState {
    const isDirty = changedFields(saved, next.fields).length > 0;
    const isWithReviewer = start.sent !== undefined && changedFields(start.sent, next.fields).length === 0;
    return { ...next, isDirty, isUnsent: isDirty && !isWithReviewer };
  }

  function set(next: Partial<DraftState>): void {
    state = describe({ ...state, ...next });
    for (const listener of listeners) listener();
  }

  function keepNow(): void {
    clearTimeout(keepTimer);
    const { base, fields, isUnsent } = state;
    ports.keep(isUnsent ? { base, fields, at: new Date().toISOString() } : null);
  }

  function scheduleSave(delay = SAVE_AFTER_MS): void {
    clearTimeout(saveTimer);
    if (isAutosaved(state.base) && state.isDirty && !state.theirs)
      saveTimer = setTimeout(() => void save(), delay);
  }

  /** Takes over what the server answered; keys that came meanwhile stay unsaved. */
  function adopt(base: PageState, sent: PageFields): void {
    const isUntouched = changedFields(sent, state.fields).length === 0;
    saved = isUntouched ? state.fields : sent;
    set({ base, error: null, theirs: null });
    keepNow();
  }

  async function meetTheirs(sent: PageFields): Promise<void> {
    const theirs = await ports.read();
    if (changedFields(fieldsOf(theirs), sent).length === 0) adopt(theirs, sent);
    else set({ theirs, error: null });
  }

  /** One call at a time; what it sends is written against the base that it names. */
  async function send<T>(call: (sent: PageFields) => Promise<T>): Promise<T | null> {
    // Whoever waited as well may have been quicker.
    for (let other = running; other; other = running) await other;
    clearTimeout(saveTimer);
    const sent = state.fields;
    const done = Promise.withResolvers<void>();
    running = done.promise;
    set({ isSaving: true });
    try {
      return await call(sent);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.error.code !== 'version_conflict') throw error;
      await meetTheirs(sent);
      return null;
    } finally {
      running = undefined;
      done.resolve();
      set({ isSaving: false });
    }
  }

  async function save(): Promise<void> {
    try {
      await send(async (sent) => {
        const changes = changesBetween(saved, sent);
        if (Object.keys(changes).length === 0) return;
        const { document } = await ports.update(changes, { note: '', version: state.base.version });
        adopt(document, sent);
      });
      if (noticed) noticeLive(noticed);
      scheduleSave();
    } catch (error) {
      set({ error: asError(error) });
      if (isTransient(error)) scheduleSave(RETRY_AFTER_MS);
    }
  }

  function noticeLive(page: PageState): void {
    noticed = page;
    if (running || page.version <= state.base.version || page.version <= (state.theirs?.version ?? 0)) return;
    if (state.isDirty) {
      clearTimeout(saveTimer);
      set({ theirs: page });
      return;
    }
    saved = fieldsOf(page);
    set({ base: page, fields: saved });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(fields) {
      set({ fields: { ...state.fields, ...fields } });
      clearTimeout(keepTimer);
      keepTimer = setTimeout(keepNow, KEEP_AFTER_MS);
      scheduleSave();
    },
    async flush() {
      for (let other = running; other; other = running) await other;
      if (isAutosaved(state.base) && state.isDirty && !state.theirs) await save();
      return !state.isDirty;
    },
    noticeLive,
    settle(fields, theirs) {
      saved = fieldsOf(theirs);
      set({ base: theirs, fields, theirs: null, error: null });
      keepNow();
      scheduleSave(0);
    },
    submit(status, note) {
      return send(async (sent) => {
        const changes = { ...changesBetween(saved, sent), ...(status !== state.base.status && { status }) };
        const outcome = await ports.update(changes, { note, version: state.base.version });
        adopt(outcome.document, sent);
        return outcome;
      });
    },
    discard() {
      clearTimeout(saveTimer);
      saved = fieldsOf(state.theirs ?? state.base);
      set({ base: state.theirs ?? state.base, fields: saved, theirs: null, error: null });
      keepNow();
    },
    close() {
      clearTimeout(saveTimer);
      keepNow();
      if (isAutosaved(state.base) && state.isDirty && !state.theirs)
        void save().finally(() => clearTimeout(saveTimer));
    },
  };
}

function isTransient(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.error.status === 0 || error.error.status >= 429;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
