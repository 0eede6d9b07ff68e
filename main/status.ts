import type { RunningServer } from '../server/start.ts';
import type { PublicAccess } from '../server/tunnel-ports.ts';

/** How others reach the workspace, as the tray shows it. */
export type Access = 'private' | 'paused' | 'starting' | 'public' | 'trouble';

/** What the tray and the notifications say. */
export interface Status {
  access: Access;
  /** One sentence about it. */
  sentence: string;
  /** What assistants connect to. */
  connectorUrl: string;
  /** Changes that wait for the owner's review. */
  reviews: number;
  /** What wants the owner's attention about public access: a failure, not a hiccup. */
  trouble: { reason: string; hint: string } | null;
  /** Nothing can be changed, e.g. because files are damaged. */
  isReadOnly: boolean;
}

/** Reads the status of a running server. */
export async function readStatus(server: RunningServer): Promise<Status> {
  const { desk, publicAccess, publicUrl } = server;
  const pending = await desk.call('change_requests.list', { state: 'pending', as: 'reviewer', limit: 1 });
  const total = pending.ok ? totalOf(pending.value) : 0;
  const { access, sentence, trouble } = describeAccess(publicAccess);
  return {
    access,
    sentence,
    trouble,
    connectorUrl: `${publicAccess.publicUrl ?? publicUrl}/api/mcp`,
    reviews: total,
    isReadOnly: server.readOnlyReason() !== null,
  };
}

function totalOf(answer: unknown): number {
  const total = typeof answer === 'object' && answer !== null && 'total' in answer ? answer.total : 0;
  return typeof total === 'number' ? total : 0;
}

type AccessFacts = Pick<PublicAccess, 'mode' | 'isPaused' | 'problem' | 'publicUrl' | 'source'> & {
  proof?: PublicAccess['proof'];
  tunnel: Pick<PublicAccess['tunnel'], 'state'>;
};

/** One word and one sentence about public access; `trouble` when the owner has to know. */
export function describeAccess(access: AccessFacts): Pick<Status, 'access' | 'sentence' | 'trouble'> {
  const { mode, source, isPaused, problem, proof, publicUrl, tunnel } = access;
  if (mode === 'off' && source !== 'command_line') return quiet('private', 'This computer only');
  if (isPaused) return quiet('paused', 'Public access is paused');
  if (problem) return troubled(problem);
  const host = publicUrl === null ? '' : new URL(publicUrl).host;
  if (proof?.checked_at === null) return quiet('starting', `${host} is not checked yet`);
  // Its owner reads why under Public address: a proxy that is not set up yet is no failure.
  if (proof?.obstacle) return { access: 'trouble', sentence: `${host} could not be reached`, trouble: null };
  if (mode === 'own_domain' || source === 'command_line') return quiet('public', `Public at ${host}`);
  const { state } = tunnel;
  switch (state.state) {
    case 'online':
      return quiet('public', `Public at ${host}`);
    case 'degraded':
    case 'failed':
      return troubled(state);
    case 'backing_off':
      return { access: 'trouble', sentence: 'The tunnel is down; it is being tried again', trouble: null };
    case 'off':
    case 'starting':
    case 'connecting':
      return quiet('starting', 'Public access is being set up');
    default:
      return state satisfies never;
  }
}

function quiet(access: Access, sentence: string) {
  return { access, sentence, trouble: null };
}

function troubled({ reason, hint }: { reason: string; hint: string }) {
  return { access: 'trouble' as const, sentence: reason, trouble: { reason, hint } };
}
