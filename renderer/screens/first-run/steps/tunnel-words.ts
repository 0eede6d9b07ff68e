import type { OutputOf } from '../../../../server/faces/app/contract.ts';

export type PublicAccess = OutputOf<'public_access.read'>;

/** How the trial stands, for somebody who waits for it. Whatever happens, everything at this computer works. */
export function tunnelWords({ tunnel, url, problem }: Pick<PublicAccess, 'tunnel' | 'url' | 'problem'>): {
  title: string;
  hint: string | null;
} {
  const stillLocal = 'Everything on this computer works all the same.';
  if (problem) return { title: problem.reason, hint: `${problem.hint} ${stillLocal}` };
  switch (tunnel.state) {
    case 'off':
    case 'starting':
    case 'connecting':
      return { title: 'Getting an address…', hint: 'That takes a few seconds.' };
    case 'online':
      return { title: url === null ? 'Getting an address…' : 'Online.', hint: null };
    case 'degraded':
    case 'failed':
      return { title: tunnel.reason, hint: `${tunnel.hint} ${stillLocal}` };
    case 'backing_off':
      return { title: tunnel.reason, hint: `It is tried again by itself. ${stillLocal}` };
    default:
      return tunnel satisfies never;
  }
}
