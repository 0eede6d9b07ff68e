import { randomUUID } from 'node:crypto';
import { COMMAND } from '../command-name.ts';
import type { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import type { Actor, Services } from '../operations/define.ts';
import { unknownUser } from '../operations/people.ts';

/**
 * Who a command acts as: the person at the machine, in the name of the workspace's owner (the first admin) or of
 * the user that `--user` names.
 *
 * @throws {AppError} not_found for an unknown or disabled user; conflict for a workspace without an owner.
 */
export function deskActor(services: Services, username: string | undefined, baseUrl: string): Actor {
  const user = username === undefined ? owner(services) : services.views.userByName(username);
  if (!user || user.disabled) throw unknownUser();
  return {
    user_id: user.id,
    credential: { kind: 'desk' },
    scopes: ['read', 'write'],
    via: 'cli',
    client: null,
    request_id: randomUUID(),
    ip: null,
    base_url: baseUrl,
  };
}

/** The program itself, for work that no person asked for, such as the first step of a new workspace. */
export function systemActor(baseUrl: string): Actor {
  return {
    user_id: null,
    credential: { kind: 'system' },
    scopes: ['read', 'write'],
    via: 'system',
    client: null,
    request_id: randomUUID(),
    ip: null,
    base_url: baseUrl,
  };
}

function owner(services: Services): User {
  let first: User | undefined;
  for (const user of services.store.tables.users.all()) {
    if (user.role !== 'admin' || user.disabled) continue;
    if (!first || user.created_at < first.created_at) first = user;
  }
  if (first) return first;
  throw new AppError('conflict', 'This workspace has no owner yet.', {
    hint: `Set it up with: ${COMMAND} init --username NAME`,
  });
}
