import type { OutputOf } from '../../server/faces/app/contract.ts';
import type { Light } from './status-light.tsx';

export type PublicAccess = OutputOf<'public_access.read'>;

/** How public access stands, for people. */
export interface Standing {
  light: Light;
  title: string;
  /** What it means, or what to do about it. */
  detail: string;
  /** Since when, or when next: shown behind the detail. */
  moment: { words: string; at: string } | null;
}

type Known = Pick<
  PublicAccess,
  'mode' | 'source' | 'url' | 'is_paused' | 'problem' | 'proof' | 'tunnel' | 'port'
>;

export const PAUSED_WORDS = 'Public access is paused';

/** The one sentence that says whether others reach the workspace, and its colour. */
export function standingOf(access: Known): Standing {
  if (access.is_paused) {
    return plain(
      'off',
      PAUSED_WORDS,
      'Nobody reaches the workspace from elsewhere until you resume it, also after a restart.',
    );
  }
  if (access.mode === 'off') {
    return plain(
      'off',
      'The workspace is not on the internet',
      'You work with it here. Your phone and assistants such as Claude’s apps cannot reach it.',
    );
  }
  if (access.problem) return plain('bad', access.problem.reason, access.problem.hint);
  return access.mode === 'own_domain' ? standingOfDomain(access) : standingOfTunnel(access);
}

function standingOfDomain({ url, source, port, proof }: Known): Standing {
  const through = `Your own proxy has to pass it on to port ${port ?? '–'} of this computer.`;
  const detail =
    source === 'command_line' ? `Set with --base-url when Commonplace was started. ${through}` : through;
  const checkedAt = proof?.checked_at ?? null;
  if (checkedAt === null) return plain('warning', `${hostOf(url)} is not checked yet`, detail);
  const obstacle = proof?.obstacle ?? null;
  if (obstacle === null) {
    return {
      light: 'good',
      title: `Others reach the workspace at ${hostOf(url)}`,
      detail,
      moment: { words: 'It answered', at: checkedAt },
    };
  }
  return {
    light: 'warning',
    title: `${hostOf(url)} could not be reached: ${startingSmall(obstacle.reason)}`,
    detail: `${obstacle.hint} ${through}`,
    moment: { words: 'Asked', at: checkedAt },
  };
}

function standingOfTunnel({ url, tunnel }: Known): Standing {
  switch (tunnel.state) {
    case 'online':
      return {
        light: 'good',
        title: `Others reach the workspace at ${hostOf(url)}`,
        detail: `Through Cloudflare, ${connectionsOf(tunnel)}.`,
        moment: { words: 'Connected', at: tunnel.since },
      };
    case 'degraded':
      return {
        light: 'warning',
        title: tunnel.reason,
        detail: tunnel.hint,
        moment: { words: 'Noticed', at: tunnel.since },
      };
    case 'backing_off':
      return plain('warning', 'The tunnel is down and tries again by itself', tunnel.reason);
    case 'failed':
      return plain('bad', tunnel.reason, tunnel.hint);
    case 'connecting':
      return plain('waiting', 'Connecting to Cloudflare', 'This takes a few seconds.');
    case 'starting':
    case 'off':
      return plain('waiting', 'The tunnel starts', 'This takes a few seconds.');
    default:
      return tunnel satisfies never;
  }
}

function connectionsOf({ connections, protocol }: { connections: number; protocol: string }): string {
  const lines = connections === 1 ? 'one connection' : `${connections} connections`;
  return protocol === 'unknown' ? lines : `${lines} over ${protocol === 'quic' ? 'QUIC' : 'HTTP/2'}`;
}

function hostOf(url: string | null): string {
  return url === null ? 'an address that is on its way' : new URL(url).host;
}

/** A sentence behind a colon; a name that it begins with stays as it is. */
function startingSmall(sentence: string): string {
  return /^(?:The|This|Another|Somebody) /.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}

function plain(light: Light, title: string, detail: string): Standing {
  return { light, title, detail, moment: null };
}

/** How the way is called that others take. */
export const WAY_NAMES: Record<PublicAccess['mode'], string> = {
  off: 'Only this computer',
  named_tunnel: 'Stable address',
  quick_tunnel: 'Trial address',
  own_domain: 'Your own domain',
};
