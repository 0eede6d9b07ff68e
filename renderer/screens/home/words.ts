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

/** “Online at notes.example, 2 apps, 1 change waiting for review”. */
export function stateSentence(
  address: Pick<Address, 'url' | 'is_public' | 'standing'>,
  apps: number,
  waiting: number,
  trouble: string | null = null,
): string {
  return [
    trouble ?? reachOf(address),
    apps === 0 ? 'no app connected yet' : `${apps} ${apps === 1 ? 'app' : 'apps'}`,
    waiting === 0
      ? 'nothing waits for review'
      : `${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting for review`,
  ].join(', ');
}
