import { documentAddress, REVIEW_ADDRESS } from '../../routing/addresses.ts';
import type { AuditEntry } from './audit-filter.ts';

/** Where what an entry is about can be opened; null for what is gone or has no page. */
export function routeOf({ target, subject, action }: Pick<AuditEntry, 'target' | 'subject' | 'action'>) {
  if (target === null || subject === null || action === 'trash.purge') return null;
  if (target.type === 'change_request') return `${REVIEW_ADDRESS}/${target.id}`;
  return target.type === 'document' ? documentAddress(target.id) : null;
}
