import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { PAUSED_WORDS, standingOf, type PublicAccess } from '../../components/access-words.ts';

export type Address = OutputOf<'workspace.address'>;

const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** How far an address reaches, in words. */
export function reachOf({
  url,
  is_public: isPublic,
  standing,
}: Pick<Address, 'url' | 'is_public' | 'standing'>): string {
  if (standing === 'paused') return PAUSED_WORDS;
  if (standing === 'unproven') return `${new URL(url).host} is not known to be reachable`;
  if (isPublic) return `Online at ${new URL(url).host}`;
  return LOOPBACK.test(url) ? 'Open on this computer only' : 'Open in your own network';
}

/** Why others do not reach the workspace although they should; null while they do, or are not meant to. */
export function troubleOf(access: PublicAccess | undefined): string | null {
  if (!access || access.mode === 'off') return null;
  const { light, title } = standingOf(access);
  return light === 'good' ? null : title.replace(/\.$/, '');
}

const IN_USE_MS = 30 * 86_400_000;

type App = Pick<OutputOf<'connected_apps.list'>['items'][number], 'last_used_at' | 'needs_reconnect'>;
type Token = Pick<OutputOf<'tokens.list'>['items'][number], 'last_used_at' | 'revoked_at' | 'expires_at'>;

/** How many apps and tokens are good here, and how many of them were used within the last 30 days. */
export interface InUse {
  apps: number;
  /** Programs that use a token. */
  programs: number;
  /** Whether there is anything at all that could be used. */
  isAnyGood: boolean;
}

/** @param now milliseconds */
export function countInUse(apps: readonly App[], tokens: readonly Token[], now: number): InUse {
  const goodApps = apps.filter((app) => !app.needs_reconnect);
  const goodTokens = tokens.filter(
    ({ revoked_at, expires_at }) =>
      revoked_at === null && (expires_at === null || Date.parse(expires_at) > now),
  );
  const isInUse = ({ last_used_at }: { last_used_at: string | null }) =>
    last_used_at !== null && now - Date.parse(last_used_at) < IN_USE_MS;
  return {
    apps: goodApps.filter(isInUse).length,
    programs: goodTokens.filter(isInUse).length,
    isAnyGood: goodApps.length + goodTokens.length > 0,
  };
}

/** “2 apps”, “1 program”, “3 apps and programs”. */
export function inUseWords({ apps, programs, isAnyGood }: InUse): string {
  if (apps > 0 && programs > 0) return `${apps + programs} apps and programs`;
  if (apps > 0) return apps === 1 ? '1 app' : `${apps} apps`;
  if (programs > 0) return programs === 1 ? '1 program' : `${programs} programs`;
  return isAnyGood ? 'no app in use' : 'no app connected yet';
}

export function waitingWords(waiting: number): string {
  if (waiting === 0) return 'nothing waits for review';
  return `${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting for review`;
}
