import type { z } from 'zod';
import type { SetupFacts, SetupInput } from '../../domain/setup.ts';
import type { appOperations } from './operations.ts';

/** The names, inputs and answers that the app's pages are checked against. Types only: pages load no server code. */
type AppOperations = typeof appOperations;

export type OperationName = keyof AppOperations;
export type InputOf<Name extends OperationName> = z.input<AppOperations[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.output<AppOperations[Name]['output']>;

/** A refusal as the pages get it, whichever way they asked. */
export interface CallError {
  /** Stable code of the error, e.g. `version_conflict`. */
  code: string;
  message: string;
  status: number;
  hint: string | null;
  details: Record<string, unknown>;
}

export type CallAnswer<T> = { ok: true; value: T } | { ok: false; error: CallError };

/** Who uses the app, as it needs to know before the first page. */
export interface AppSession {
  /** Sitting at the machine: only then are the workspace's own settings and people within reach. */
  is_local: boolean;
  /** Sent back with every call, so that another site's page cannot make one (security P5). */
  csrf_token: string;
  /** There is no workspace yet: the first page makes one. */
  needs_setup: boolean;
}

/** What changed, for pages that show it: the reader may see each document that is named. */
export interface LiveChange {
  /** Collections with changes, and the ids of documents among them. */
  collections: string[];
  documents: {
    id: string;
    title: string;
    /** Name of the person, and of the app it came through, or null. */
    by: string;
    client: string | null;
  }[];
}

export type { SetupFacts, SetupInput };

/** What the first page does once the workspace stands. */
export interface SetupAnswer {
  /** Opens the app signed in; absent in the window, which is loaded again instead. */
  address?: string;
}
