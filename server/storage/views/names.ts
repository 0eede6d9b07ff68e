import type { PersonalToken } from '../../domain/personal-token.ts';
import type { Space } from '../../domain/space.ts';
import type { User } from '../../domain/user.ts';
import { compareText, createSortedGroups, createSortedList } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

interface UserNames extends View<User> {
  get: (username: string) => User | undefined;
}

/** People by username, without case. */
export function createUserNames(): UserNames {
  const byName = new Map<string, User>();
  const put = (user: User) => byName.set(user.username.toLowerCase(), user);
  const view = viewOf<User>({
    append: put,
    add: put,
    remove: (user) => byName.delete(user.username.toLowerCase()),
  });
  return { ...view, get: (username) => byName.get(username.toLowerCase()) };
}

interface SpaceNames extends View<Space> {
  get: (slug: string) => Space | undefined;
  all: () => Space[];
}

/** Spaces by slug; all of them in the order of their slugs. */
export function createSpaceNames(): SpaceNames {
  const bySlug = new Map<string, Space>();
  const list = createSortedList<Space>((left, right) => compareText(left.slug, right.slug));
  const view = viewOf<Space>({
    append(space) {
      bySlug.set(space.slug, space);
      list.append(space);
    },
    add(space) {
      bySlug.set(space.slug, space);
      list.add(space);
    },
    remove(space) {
      bySlug.delete(space.slug);
      list.remove(space);
    },
  });
  return { ...view, get: (slug) => bySlug.get(slug), all: () => [...list.items()] };
}

interface TokenSecrets extends View<PersonalToken> {
  get: (hash: string) => PersonalToken | undefined;
  of: (userId: string) => PersonalToken[];
}

/** Tokens by the hash of their secret, which every request looks up, and by owner, newest first. */
export function createTokenSecrets(): TokenSecrets {
  const byHash = new Map<string, PersonalToken>();
  const byUser = createSortedGroups<PersonalToken>(
    (left, right) => compareText(right.created_at, left.created_at) || compareText(left.id, right.id),
  );
  const view = viewOf<PersonalToken>({
    append(token) {
      byHash.set(token.secret_hash, token);
      byUser.append(token.user_id, token);
    },
    add(token) {
      byHash.set(token.secret_hash, token);
      byUser.add(token.user_id, token);
    },
    remove(token) {
      byHash.delete(token.secret_hash);
      byUser.remove(token.user_id, token);
    },
  });
  return { ...view, get: (hash) => byHash.get(hash), of: (userId) => [...byUser.items(userId)] };
}
