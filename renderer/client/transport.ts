import type { AppSession, CallError } from '../../server/faces/app/contract.ts';

/** How the pages reach the server: over HTTP in a browser, over IPC in the window. The rest of the app knows neither. */
export interface Transport {
  session(): Promise<AppSession>;
  /** Resolves with the operation's output; rejects with `CallFailed`. */
  call(operation: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Attaches a picture to a document: the answer of `attachments.add`. */
  attach(documentId: string, picture: File): Promise<unknown>;
  /** Sends the next bytes of the files of an import: the answer of `markdown_files.send`. */
  send(id: string, at: number, data: Uint8Array<ArrayBuffer>): Promise<unknown>;
  /** Calls back for each change that this reader may see; returns how to stop. */
  onChange(listener: (change: unknown) => void, onState: (isConnected: boolean) => void): () => void;
}

/** A refusal, with what the person can do next. */
export class CallFailed extends Error {
  readonly error: CallError;

  constructor(error: CallError) {
    super(error.message);
    this.name = 'CallFailed';
    this.error = error;
  }
}

/** What there is to say when no answer came. */
export function unreachable(): CallFailed {
  return new CallFailed({
    code: 'unreachable',
    message: 'Commonplace does not answer.',
    status: 0,
    hint: 'Check that it is running; the page tries again by itself.',
    details: {},
  });
}
