import type { Reader } from './screen.ts';

/** Whoever runs the workspace, at the computer that it runs on: what is settled there is settled nowhere else. */
export function isOwner({ account, is_local: isLocal }: Reader): boolean {
  return isLocal && account.role === 'admin';
}
