import type { Settings } from '../../domain/settings.ts';
import type { User } from '../../domain/user.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { loadSettings } from '../../operations/perform.ts';
import type { AuthenticatedActor } from '../http/bearer.ts';

/** Who calls, as of this request: roles and rights are never remembered between two (security A7). */
export interface Caller {
  actor: Actor;
  user: User;
  settings: Settings;
}

/** @throws {AppError} `unauthorized` when the account is gone or disabled. */
export function loadCaller(
  services: Services,
  authenticated: AuthenticatedActor,
  client: string | null,
): Caller {
  const { tables } = services.store;
  const user = tables.users.get(authenticated.user_id);
  if (!user || user.disabled) throw new AppError('unauthorized', 'This account is disabled or gone.');
  return { actor: { ...authenticated, via: 'mcp', client }, user, settings: loadSettings(tables) };
}
