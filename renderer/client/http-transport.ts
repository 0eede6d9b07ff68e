import type { AppSession } from '../../server/faces/app/contract.ts';
import { CallFailed, unreachable, type Transport } from './transport.ts';

/** The app's own addresses, relative to the page, so that it works below any path. */
const ROOT = './app';
const REOPEN_MS = 5_000;

/** Talks to the listener that served the page. */
export function createHttpTransport(): Transport {
  let session: Promise<AppSession> | undefined;

  function currentSession(): Promise<AppSession> {
    session ??= readSession().catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  return {
    session: currentSession,
    async call(operation, input, signal) {
      const { csrf_token: token } = await currentSession();
      const response = await request(`${ROOT}/call/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
        body: JSON.stringify(input),
        ...(signal && { signal }),
      });
      return read(response);
    },
    async attach(documentId, picture) {
      const { csrf_token: token } = await currentSession();
      const response = await request(`${ROOT}/pictures/${encodeURIComponent(documentId)}`, {
        method: 'POST',
        headers: {
          'Content-Type': picture.type.startsWith('image/') ? picture.type : 'application/octet-stream',
          'X-File-Name': encodeURIComponent(picture.name),
          'X-CSRF-Token': token,
        },
        body: picture,
      });
      return read(response);
    },
    async send(id, at, data) {
      const { csrf_token: token } = await currentSession();
      const response = await request(`${ROOT}/uploads/${encodeURIComponent(id)}/${at}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', 'X-CSRF-Token': token },
        body: data,
      });
      return read(response);
    },
    onChange(listener, onState) {
      return listen(`${ROOT}/events`, listener, onState);
    },
  };
}

/** Reads a stream of changes, again and again where the browser itself gives up: after any answer that is none. */
function listen(
  address: string,
  listener: (change: unknown) => void,
  onState: (isConnected: boolean) => void,
): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    source = new EventSource(address);
    source.addEventListener('open', () => onState(true));
    source.addEventListener('error', () => {
      onState(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
    source.addEventListener('change', (event) => {
      const change: unknown = JSON.parse(String(event.data));
      listener(change);
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

async function readSession(): Promise<AppSession> {
  const response = await request(`${ROOT}/session`, {});
  // The server wrote it, by the same contract that this page was built with.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await read(response)) as AppSession;
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', redirect: 'error' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

async function read(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => {
    throw unreachable();
  });
  if (response.ok) return body;
  throw asFailure(response.status, body);
}

/** The body of an error answer (`docs/api.md`, Errors), as the pages know refusals. */
function asFailure(status: number, body: unknown): CallFailed {
  if (typeof body !== 'object' || body === null) return unreachable();
  const { error, message, hint, status: _status, ...details }: Record<string, unknown> = { ...body };
  return new CallFailed({
    code: typeof error === 'string' ? error : 'internal',
    message: typeof message === 'string' ? message : 'Something went wrong.',
    status,
    hint: typeof hint === 'string' ? hint : null,
    details,
  });
}
