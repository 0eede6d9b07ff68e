import type { IncomingHttpHeaders } from 'node:http';
import type { AttemptStep, ConnectionAttempt } from './domain/connection-attempt.ts';
import type { AttemptCheck, Diagnosis } from './domain/diagnosis.ts';

/** As much of a request as tells which program sent it. */
export interface RequestOrigin {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** One of the doctor's requests, as this server received it. */
export interface Arrival {
  method: string;
  /** Whether the credential came through: as it was sent, changed, or not at all. */
  authorization: 'absent' | 'intact' | 'changed';
  /** `X-Forwarded-Proto`, or null. */
  forwardedProto: string | null;
  contentType: string | null;
  /** `Cf-Warp-Tag-Id`: which tunnel's program it came through, or null (desktop-shell §2.3). */
  connectorId: string | null;
}

/** One run of the doctor's requests, told from everybody else's. Ends with `close`, or by itself after two minutes. */
export interface Probe {
  /** What the doctor's requests are marked with, see `PROBE_HEADER`; a mark for each. */
  mark(): string;
  arrivalOf(mark: string): Arrival | undefined;
  /**
   * The credential of this run: good for listing tools and for nothing else, in memory only, never listed, and gone
   * with the run.
   */
  readonly key: string;
  /** Lets the streamed answer that waits for its first part to arrive go on to its end. */
  release(): void;
  close(): void;
}

/** Where the doctor asks for an answer in two parts. */
export const DIAGNOSTIC_STREAM_PATH = '/api/diagnostics/stream';

/** Name of the header that marks the doctor's own requests. */
export const PROBE_HEADER = 'x-commonplace-check';

/** The doctor's own requests, at the doors that they come in at. */
export interface Probes {
  /** @param userId whose tools are listed */
  open(userId: string): Probe;
  /** Notes a marked request. */
  arrived(request: RequestOrigin): void;
  isProbe(request: Pick<RequestOrigin, 'headers'>): boolean;
  /** Whose run a key belongs to; undefined for every other text. */
  ownerOf(key: string): string | undefined;
  /** Whether the doctor has seen the first part of a streamed answer; false after having waited long enough. */
  untilReleased(key: string): Promise<boolean>;
}

export interface AttemptNote {
  step: AttemptStep;
  request: RequestOrigin;
  /** Where it came to. */
  address: string;
  clientId?: string | undefined;
  /** As the program calls itself. */
  name?: string | undefined;
  detail?: string | undefined;
}

/** What real programs do on their way in; the last few, in memory only. */
export interface ConnectionAttempts {
  note(note: AttemptNote): void;
  /** Newest first. */
  list(): readonly ConnectionAttempt[];
}

/** Finds out why others cannot connect, by doing what they do. */
export interface Doctor<Services> {
  readonly probes: Probes;
  readonly attempts: ConnectionAttempts;
  /** What the last run has found; null before the first has finished. */
  readonly last: Diagnosis | null;
  /** What the run that goes on has found so far; null while none does. */
  readonly current: Diagnosis | null;
  /** The last answer to why an attempt to connect broke off, found without being asked; null before the first. */
  readonly attemptCheck: AttemptCheck | null;
  keepAttemptCheck(check: AttemptCheck): void;
  /**
   * Goes through all checks; one run at a time, and whoever asks during one gets its result.
   *
   * @param request `address`: start of the address to examine, `https://host`; `userId`: in whose name. A run that has
   *   begun goes on to its end, whoever stops waiting for it.
   */
  examine(services: Services, request: { address: string; userId: string }): Promise<Diagnosis>;
  /** Ends a run that goes on, and tidies up after it. */
  close(): Promise<void>;
}
