import type { Settings } from '../../domain/settings.ts';
import type { TrustLevel } from '../../domain/trust-level.ts';
import type { User } from '../../domain/user.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Services } from '../../operations/define.ts';
import { loadSettings } from '../../operations/perform.ts';
import { scopesOf, trustOf } from '../../operations/standing.ts';
import type { AuthenticatedActor } from '../http/bearer.ts';

/** Who calls, as of this request: roles and rights are never remembered between two (security A7). */
export interface Caller {
  actor: Actor;
  user: User;
  /** How far the person lets the app go that calls; `full` for personal tokens. */
  trust: TrustLevel;
  settings: Settings;
  /** What was wrong with the arguments of the call, before any tool looks at them. */
  problem?: AppError;
}

/** @throws {AppError} `unauthorized` when the account is gone or disabled. */
export function loadCaller(services: Services, authenticated: AuthenticatedActor): Caller {
  const { tables } = services.store;
  const user = tables.users.get(authenticated.user_id);
  if (!user || user.disabled) throw new AppError('unauthorized', 'This account is disabled or gone.');
  const { credential } = authenticated;
  const scopes = scopesOf(tables, credential, authenticated.scopes);
  return {
    actor: { ...authenticated, scopes, via: 'mcp', client: null },
    user,
    trust: trustOf(tables, credential),
    settings: loadSettings(tables),
  };
}
