import type { TunnelLogLine } from '../tunnel-ports.ts';
import type { Obstacle } from './obstacle.ts';
import type { ProgramExit } from './program-process.ts';

/** Of urfave/cli and of shells: the program refuses its flags or token, cannot be run, is not there. */
const USAGE = 255;
const CANNOT_RUN = 126;
const NOT_FOUND = 127;
const LAST_LINES = 20;

const BAD_TOKEN: Obstacle = {
  reason: 'The tunnel’s token is not valid.',
  hint: 'Copy the whole token from the tunnel’s page in Cloudflare’s dashboard and paste it under Public address.',
};
const BAD_PROGRAM: Obstacle = {
  reason: 'The installed cloudflared does not understand how it is started.',
  hint: 'Update cloudflared, then switch the tunnel off and on again.',
};
const NOT_STARTED: Obstacle = {
  reason: 'The system does not let cloudflared run.',
  hint: 'Make its file executable, or release it from the quarantine of the system or of the virus scanner.',
};

/** What the program's last words mean for people, the first match counts. */
const REASONS: readonly [pattern: RegExp, reason: string][] = [
  [
    /\b429\b|too many requests|error code: 1015/i,
    'Cloudflare gives out no trial address at the moment, because too many were asked for.',
  ],
  [
    /no such host|server misbehaving|network is unreachable|i\/o timeout|deadline exceeded|connection refused|could not lookup|couldn't resolve/i,
    'Cloudflare cannot be reached: is this computer online?',
  ],
  [/unmarshal quick tunnel|quick-tunnel response/i, 'Cloudflare gave out no trial address.'],
  [/certificate|x509/i, 'Somebody on the way to Cloudflare presents a wrong certificate.'],
];

export interface ExitMeaning {
  reason: string;
  /** What the owner has to do before another start makes sense; null when it does anyway. */
  obstacle: Obstacle | null;
}

/** Why the program ended, in plain words (desktop-shell §2.3: exit codes). */
export function exitMeaning(
  { code, signal }: ProgramExit,
  mode: 'quick_tunnel' | 'named_tunnel',
  log: readonly Pick<TunnelLogLine, 'message'>[],
): ExitMeaning {
  const words = log
    .slice(-LAST_LINES)
    .map(({ message }) => message)
    .join('\n');
  if (/flag provided but not defined/i.test(words)) return hopeless(BAD_PROGRAM);
  if (code === USAGE) return hopeless(mode === 'named_tunnel' ? BAD_TOKEN : BAD_PROGRAM);
  if (code === CANNOT_RUN || code === NOT_FOUND) return hopeless(NOT_STARTED);
  const known = REASONS.find(([pattern]) => pattern.test(words))?.[1];
  const how = signal === null ? `with code ${code ?? 'none'}` : `by ${signal}`;
  return { reason: known ?? `The tunnel’s program ended ${how}.`, obstacle: null };
}

function hopeless(obstacle: Obstacle): ExitMeaning {
  return { reason: obstacle.reason, obstacle };
}
