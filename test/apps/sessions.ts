import { newId } from '../../server/domain/identifier.ts';
import type { TestWorkspace } from '../builders/workspace.ts';

/** Signs somebody in with a browser; the id of the session. */
export function seedSession(workspace: TestWorkspace, username: string): string {
  const id = newId('session');
  workspace.store.seed('sessions', {
    id,
    user_id: workspace.actor(username).user_id ?? '',
    listener: 'public',
    browser_hash: '0'.repeat(64),
    secret_hash: id,
    device: 'Firefox',
    ip: null,
    created_at: '2026-03-01T08:00:00.000Z',
    last_seen_at: '2026-03-01T08:00:00.000Z',
    expires_at: '2026-03-08T08:00:00.000Z',
    ended_at: null,
  });
  return id;
}
