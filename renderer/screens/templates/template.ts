import type { OutputOf } from '../../../server/faces/app/contract.ts';
import type { Reader } from '../../routing/screen.ts';

export type Template = OutputOf<'templates.read'>['template'];

/** Whether to offer changing templates: at the machine only, because a template has no history. */
export function isEditor({ account, is_local: isLocal }: Reader): boolean {
  return isLocal && (account.role === 'approver' || account.role === 'admin');
}
