import type { AppSession, CallAnswer } from '../../server/faces/app/contract.ts';
import { CallFailed, type Transport } from './transport.ts';

/** What the window's preload script hands to the page: two functions, plain data only (security E2). */
export interface Desk {
  invoke(operation: string, input: unknown): Promise<CallAnswer<unknown>>;
  /** Calls back for each change; returns how to stop. */
  onChange(listener: (change: unknown) => void): () => void;
}

declare global {
  interface Window {
    desk?: Desk;
  }
}

/** In the window there is no other site's page that could make a call, and the person sits at the machine. */
async function sessionOf(desk: Desk): Promise<AppSession> {
  // Only a program without a workspace answers it.
  const setup = await desk.invoke('setup.read', {});
  return { is_local: true, csrf_token: '', needs_setup: setup.ok };
}

/** Talks to the server in the window's own program. */
export function createDeskTransport(desk: Desk): Transport {
  return {
    session: () => sessionOf(desk),
    call: (operation, input) => invoke(desk, operation, input),
    async attach(documentId, picture) {
      return invoke(desk, 'attachments.add', {
        doc_id: documentId,
        data: new Uint8Array(await picture.arrayBuffer()),
        name: picture.name,
        ...(picture.type !== '' && { declared_type: picture.type }),
      });
    },
    send: (id, at, data) => invoke(desk, 'markdown_files.send', { job_id: id, at, data }),
    onChange(listener, onState) {
      onState(true);
      return desk.onChange(listener);
    },
  };
}

async function invoke(desk: Desk, operation: string, input: unknown): Promise<unknown> {
  const answer = await desk.invoke(operation, input);
  if (answer.ok) return answer.value;
  throw new CallFailed(answer.error);
}
