import { MODES_WITH_DOMAIN, type PublicAccessMode } from '../domain/public-access.ts';
import type { Settings } from '../domain/settings.ts';
import type { PublicAccess, TunnelOrder } from '../tunnel-ports.ts';

/** Everything that public access follows from. */
export interface PlanFacts {
  /** `--base-url`, which wins over the settings; null when it was not given. */
  baseUrl: string | null;
  settings: Pick<Settings, 'public_access' | 'public_domain'>;
  /** Of the named tunnel; null while the owner has given none. */
  token: string | null;
  /** Of the public listener; null while it is not open. */
  port: number | null;
  /** Whether the public listener answers at this computer's own 127.0.0.1, where tunnels lead to. */
  isOnLoopback: boolean;
  /** Whether another program has the port of the settings, so that the listener took the next free one. */
  isPortMoved: boolean;
  /** Whether the owner has asked for a pause; there is none of what is off. */
  isPaused: boolean;
}

export interface Plan {
  mode: PublicAccessMode;
  source: PublicAccess['source'];
  /** As `PublicReach.fixedUrl`. */
  fixedUrl: string | null;
  /** What the tunnel's program is to do; null: nothing. */
  order: TunnelOrder | null;
  problem: PublicAccess['problem'];
  isPaused: boolean;
}

const NO_DOMAIN = {
  reason: 'No domain is set.',
  hint: 'Say under which name others reach the workspace, e.g. kb.example.com.',
};
const NO_TOKEN = {
  reason: 'The tunnel’s token is missing.',
  hint: 'Copy the token of your tunnel from Cloudflare’s dashboard and paste it under Public address.',
};

const NOT_ON_LOOPBACK = {
  reason: 'The server listens where the tunnel cannot reach it.',
  hint: 'Start Commonplace without --host, or with --host 0.0.0.0.',
};

/** The dashboard's rule still leads to the usual port: whatever has it now would be public, and be sent people's tokens. */
const PORT_TAKEN = {
  reason: 'Another program has the port that the tunnel leads to.',
  hint: 'End that program and start Commonplace again; or choose another port, here under Settings and in Cloudflare’s dashboard.',
};

/** What the settings, the token and the command line together mean (design §3). Pure: the one place that decides. */
export function planOf(facts: PlanFacts): Plan {
  if (facts.baseUrl !== null) {
    return {
      mode: 'own_domain',
      source: 'command_line',
      fixedUrl: facts.baseUrl,
      order: null,
      problem: null,
      isPaused: facts.isPaused,
    };
  }
  const { public_access: mode, public_domain: domain } = facts.settings;
  const problem = problemOf(facts);
  const isPaused = facts.isPaused && mode !== 'off';
  return {
    mode,
    source: 'settings',
    fixedUrl: MODES_WITH_DOMAIN.has(mode) && domain !== '' ? `https://${domain}` : null,
    order: problem === null && !isPaused ? orderOf(facts) : null,
    problem,
    isPaused,
  };
}

function problemOf({ settings, token, isOnLoopback, isPortMoved }: PlanFacts): Plan['problem'] {
  const { public_access: mode, public_domain: domain } = settings;
  if (MODES_WITH_DOMAIN.has(mode) && domain === '') return NO_DOMAIN;
  if (mode === 'named_tunnel' && token === null) return NO_TOKEN;
  if (mode === 'named_tunnel' && isPortMoved) return PORT_TAKEN;
  const isTunnel = mode === 'named_tunnel' || mode === 'quick_tunnel';
  return isTunnel && !isOnLoopback ? NOT_ON_LOOPBACK : null;
}

function orderOf({ settings, token, port }: PlanFacts): TunnelOrder | null {
  const { public_access: mode, public_domain: hostname } = settings;
  if (port === null) return null;
  if (mode === 'quick_tunnel') return { mode, port };
  return mode === 'named_tunnel' && token !== null ? { mode, port, token, hostname } : null;
}
